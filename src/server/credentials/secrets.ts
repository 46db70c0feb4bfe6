import { hash } from 'node:crypto'

/** SHA-256 in hex, for secrets of 112 random bits or more, which nobody can guess from it. */
export const hashOfSecret = (secret: string) => hash('sha256', secret)
