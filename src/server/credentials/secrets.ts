import { hash } from 'node:crypto'

/**
 * SHA-256 in hex, for secrets of 112 random bits or more, which nobody can guess from it. Only this is stored, so that
 * nobody who reads the database can use them.
 */
export const hashOfSecret = (secret: string) => hash('sha256', secret)
