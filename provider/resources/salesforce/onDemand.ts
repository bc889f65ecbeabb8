import { idIn } from "../../api/responses";
import type { Upload } from "../../lifecycle/vocabulary/upload";
import { unlessUploaded, type OnDemandRotation } from "../onDemand";
import { momentAt } from "../rotation";
import { shownAt } from "./names";
import { currentSecret, salesforceKeys } from "./secret";

export const salesforceUpload: Upload = {
  by: ["sourceKeyIdentifier"],
  again: "give its SalesforceKey another sourceKeyIdentifier, which is uploaded at once",
};

export const salesforceOnDemand: OnDemandRotation = {
  find: (api, id) => currentSecret(api, id, {}),
  current: (_api, secret) => ({ id: idIn(secret), made: momentAt(secret, shownAt.created) }),
  rotate: ({ api }, { organization_id, type }) => api.post(salesforceKeys, { organization_id, type }),
  effect: () => "a new tenant secret of the same type, which becomes the active one",
  refuses: unlessUploaded(salesforceUpload),
};
