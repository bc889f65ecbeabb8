/** The case of names has no meaning in Azure. */
export const anyCase = (name: string): string => name.toLowerCase();
