import type { System } from "../system";
import { vaultKey } from "./key";

export const vault: System = { name: "vault", title: "The service's own vault", definitions: [vaultKey] };
