/**
 * The user that every new service has; a demo login, so it is public and satisfies the password
 * policy.
 */
export const demoUser = { username: "admin", password: "CipherTrust-Demo-1" } as const;
