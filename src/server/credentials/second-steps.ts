import { sql } from 'drizzle-orm'
import type { SecondStep } from '../../shared/second-steps.ts'
import type { OpenContext } from '../core/context.ts'
import { passkeys, totpSecrets } from '../db/tables/sign-in.ts'

/** The second steps that a person has set up; none: their password is enough. */
export async function secondStepsOf({ db }: Pick<OpenContext, 'db'>, userId: string): Promise<SecondStep[]> {
  const { rows } = await db.execute<{ code: boolean; passkey: boolean }>(sql`
    select exists (select 1 from ${totpSecrets} where user_id = ${userId} and confirmed_at is not null) as code,
      exists (select 1 from ${passkeys} where user_id = ${userId}) as passkey`)
  const [has] = rows
  return [...(has?.code ? (['code'] as const) : []), ...(has?.passkey ? (['passkey'] as const) : [])]
}
