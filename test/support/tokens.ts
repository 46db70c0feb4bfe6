import type { Services } from '../../src/server/core/context.ts'
import { hashOfSecret } from '../../src/server/credentials/secrets.ts'
import { newToken } from '../../src/server/credentials/tokens.ts'
import { apiTokens } from '../../src/server/db/tables/tokens.ts'
import type { Permission } from '../../src/shared/permissions.ts'
import { scopes as all } from '../../src/shared/token-scopes.ts'
import type { PersonName } from './people.ts'
import type { Browser, TestApp } from './test-app.ts'

/** Puts a token of a person there, with every scope unless some are chosen. Returns it with its id. */
export const putToken = (
  { services, fixtures }: TestApp,
  name: PersonName,
  scopes?: readonly string[],
  expire?: string | null,
) => putTokenOf(services, fixtures.people[name].id, scopes, expire)

/** The same for the person with this id. */
export async function putTokenOf(
  services: Services,
  userId: string,
  scopes: readonly string[] = all,
  expire: string | null = null,
) {
  const token = newToken()
  const values = {
    ...{ userId, name: 'Import', expire, createdAt: new Date().toISOString() },
    ...{ tokenHash: hashOfSecret(token), ending: token.slice(-4), scopes: [...scopes] as Permission[] },
  }
  const [row] = await services.database.orm.insert(apiTokens).values(values).returning({ id: apiTokens.id })
  if (!row) throw new Error('No token was put there')
  return { id: row.id, token }
}

/** A program that calls with a token. */
export function withToken(muster: TestApp, token: string): Browser {
  const program = muster.stranger()
  const authorization = `Bearer ${token}`
  return {
    ...program,
    call: (endpoint, args, headers) => program.call(endpoint, args, { authorization, ...headers }),
    raw: (options) => program.raw({ ...options, headers: { authorization, ...options.headers } }),
  }
}
