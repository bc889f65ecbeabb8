/** For names whose case has no meaning, such as Azure's. */
export const anyCase = (name: string): string => name.toLowerCase();
