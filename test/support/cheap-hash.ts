import { hash } from '@node-rs/argon2'

/**
 * Hashes a password of a test. Muster checks it in no time, because a hash says itself how much work it takes.
 * Thousands of sign-ins would be half of all that the tests compute.
 */
export const cheapHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
