/** What Pulumi's dynamic host calls; as little of it as there can be. */

export interface Inputs {
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
  __provider?: string;
}

/** What a floor does where ours calls the service. */
export interface Floor {
  create(inputs: Inputs): Promise<{ id: string; outputs: object }>;
  read(id: string, state: object): Promise<object>;
  delete(id: string): Promise<void>;
}

export function hosted(floor: Floor): object {
  return {
    check: async (_olds: Inputs, inputs: Inputs) => ({ inputs }),
    diff: async () => ({ changes: false }),
    create: async (inputs: Inputs) => {
      const { id, outputs } = await floor.create(inputs);
      return { id, outs: { ...outputs, ...inputs } };
    },
    read: async (id: string, props: object) => ({ id, props: await floor.read(id, props) }),
    update: async (_id: string, _olds: Inputs, news: Inputs) => ({ outs: news }),
    delete: (id: string) => floor.delete(id),
  };
}
