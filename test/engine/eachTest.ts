import { Stack, startWorld, type World } from "./harness";

/** Gives each test of a file a service and a stack of its own. */
export function eachTest(give: (made: { world: World; stack: Stack }) => void): void {
  let world: World | undefined;
  let stack: Stack | undefined;
  beforeEach(async () => {
    world = await startWorld();
    stack = await Stack.create({ ...world.environment });
    give({ world, stack });
  });
  afterEach(async () => {
    stack?.remove();
    await world?.close();
  });
}
