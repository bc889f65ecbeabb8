import type { System } from "../../core/scope";
import { assembled } from "../../shared/assembled";
import { dsmConnectionOperations } from "./connection";
import { dsmDomains } from "./domains";
import { dsmKeys, operated } from "./keys";
import { dsmSource } from "./sources";
import { dsmRefresh } from "./synchronization";
import { dsmWorld } from "./world";

/** Data security managers: connections with nodes, domains as containers, keys that never change. */
export const dsm: System = assembled(
  { name: "dsm", world: dsmWorld, keySources: { dsm: dsmSource } },
  dsmConnectionOperations,
  dsmDomains.operations(dsmKeys.forgetIn),
  operated.operations,
  dsmRefresh,
);
