import { asc, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import {
  isConditional,
  MAX_WAGE_TYPES,
  type NewWageType,
  type WageType,
  type wageTypesApi,
} from '../../../shared/wage-types.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import { wageTypeFor } from '../../core/access/wage-types.ts'
import type { Context } from '../../core/context.ts'
import { insert, remove, update } from '../../core/write/write.ts'
import { wageTypes } from '../../db/tables/wage-types.ts'

/** All wage types, by code. */
export async function listWageTypes(ctx: Context): Promise<{ wageTypes: WageType[] }> {
  return { wageTypes: await allWageTypes(ctx) }
}

const allWageTypes = ({ db }: Context) => db.select().from(wageTypes).orderBy(asc(wageTypes.code))

/**
 * Adds a wage type. Throws 400 for an unknown department. Throws 409 for a code that another one has, for a second one
 * that counts all minutes of a source for the same department, and for too many.
 */
export async function createWageType(ctx: Context, { body }: Input<typeof wageTypesApi.create>): Promise<WageType> {
  mustBeAllowed(ctx, 'payroll:manage', {})
  const others = await lockWageTypes(ctx)
  if (others.length >= MAX_WAGE_TYPES)
    throw conflict(
      'too_many_wage_types',
      msg('{count, plural, one {There can be at most # wage type} other {There can be at most # wage types}}', {
        count: MAX_WAGE_TYPES,
      }),
    )
  await mustFit(ctx, body, others)
  return insert(ctx, wageTypes, body)
}

/**
 * Changes a wage type. Throws as `createWageType`, and 409 when the body's `updatedAt` is not the wage type's: somebody
 * else has changed it.
 */
export async function updateWageType(
  ctx: Context,
  { params, body: { updatedAt, ...values } }: Input<typeof wageTypesApi.update>,
): Promise<WageType> {
  const others = (await lockWageTypes(ctx)).filter(({ id }) => id !== params.id)
  const wageType = await wageTypeFor(ctx, params.id)
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(wageType.updatedAt))
    throw conflict('edited_meanwhile', msg('Somebody else has changed this wage type meanwhile'))
  await mustFit(ctx, values, others)
  return update(ctx, wageTypes, wageType, values)
}

/** Deletes a wage type. Its exported lines stay. */
export async function deleteWageType(ctx: Context, { params }: Input<typeof wageTypesApi.remove>): Promise<void> {
  await remove(ctx, wageTypes, await wageTypeFor(ctx, params.id))
}

/** All wage types. Until the end of the transaction nobody else changes any: two changes at once do not clash. */
async function lockWageTypes(ctx: Context) {
  await ctx.db.execute(sql`lock table ${wageTypes} in share row exclusive mode`)
  return allWageTypes(ctx)
}

async function mustFit(ctx: Context, values: NewWageType, others: readonly WageType[]) {
  const { code, source, departmentId } = values
  if (departmentId !== null) await departmentNamedFor(ctx, departmentId, 'departmentId')
  const taken = others.find((other) => other.code === code)
  if (taken) throw conflict('code_taken', msg('{name} has this code already', { name: taken.name }))
  if (isConditional(values)) return
  const same = others.find(
    (other) => other.source === source && other.departmentId === departmentId && !isConditional(other),
  )
  if (same)
    throw conflict(
      'counted_already',
      msg('{code} {name} counts these minutes already. Add a condition to one of them.', {
        code: same.code,
        name: same.name,
      }),
    )
}
