import type { Route } from "../../core/operations";
export const documentOf = (routes: readonly Route[]): object => ({ n: routes.length });
