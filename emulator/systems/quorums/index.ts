import { collection } from "../../core/collection";
import type { Operations, System } from "../../core/scope";
import { hold } from "./hold";
import { policyOperations } from "./policy";
import { profileOperations } from "./profiles";
import { quorums, quorumView, type Quorum } from "./record";
import { needOwner, open, takeBack, vote } from "./votes";
import { quorumsWorld } from "./world";

const path = "/quorum-mgmt/quorums";

const quorumOperations: Operations = {
  ...collection<Quorum>({
    kind: quorums,
    path,
    view: quorumView,
    filters: ["id", "operation", "state", "uri"],
    computed: { req_id: ({ requester_id }) => requester_id },
    remove: needOwner,
    actions: {
      activate: open,
      approve: (call, quorum) => vote(call, quorum, true),
      deny: (call, quorum) => vote(call, quorum, false),
      revoke: takeBack,
    },
  }),
  [`GET ${path}/{id}/resources`]: (call) => {
    const { resources } = call.target(quorums).hidden;
    return { skip: 0, limit: resources.length, total: resources.length, resources };
  },
};

/** Calls that others have to approve before the service makes them. */
export const quorumsSystem: System = {
  name: "quorums",
  operations: { ...policyOperations, ...profileOperations, ...quorumOperations },
  world: quorumsWorld,
  hold,
};
