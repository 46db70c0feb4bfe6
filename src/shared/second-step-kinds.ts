/** How a person shows that it is them, after their password: a one-time code or a recovery code, or a passkey. */
export const secondSteps = ['code', 'passkey'] as const
export type SecondStep = (typeof secondSteps)[number]
