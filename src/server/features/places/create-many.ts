import { sql } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import type { NewPlace, placesApi } from '../../../shared/places.ts'
import { fold } from '../../../shared/words/fold.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { type Issue, invalidFields } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { departmentsAmong } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { present } from '../../core/write/audiences.ts'
import { insertMany } from '../../core/write/write.ts'
import { places } from '../../db/tables/places.ts'
import { mustBeFewPlaces, newCode } from './places.ts'

/** Held until the end of a transaction that creates many places, so that two lists at once make no name twice. */
export const CREATING_LOCK = 7_350_147

/**
 * Creates many places, all or none. Throws 400 with the faults of each: a department that does not exist, and a name
 * that a place or an earlier one of the list has. Throws 403 where the viewer may not manage places, 409 for too many.
 */
export async function createPlaces(
  ctx: Context,
  { body }: Input<typeof placesApi.createMany>,
): Promise<Reply<typeof placesApi.createMany>> {
  const created = body.places.map(({ departmentId = null, ...place }) => ({ ...place, departmentId }))
  for (const place of created) mustBeAllowed(ctx, 'place:manage', place)
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${CREATING_LOCK})`)
  const issues = await issuesOf(ctx, created)
  if (issues.length > 0) throw invalidFields(issues)
  await mustBeFewPlaces(ctx, created.length)
  const rows = await insertMany(
    ctx,
    places,
    created.map((place) => ({ ...place, code: newCode() })),
  )
  return { ids: rows.map(({ id }) => id) }
}

async function issuesOf(ctx: Context, created: NewPlace[]): Promise<Issue[]> {
  const known = await departmentsAmong(ctx, [...new Set(present(created.map(({ departmentId }) => departmentId)))])
  const names = await ctx.db.select({ name: places.name }).from(places)
  const taken = new Set(names.map(({ name }) => fold(name)))
  const earlier = new Set<string>()
  return created.flatMap(({ name, departmentId }, at) => {
    const found: Issue[] = []
    const fault = (field: string, message: Message) => found.push({ path: `places.${at}.${field}`, message })
    if (departmentId != null && !known.has(departmentId)) fault('departmentId', msg('There is no such department'))
    if (taken.has(fold(name))) fault('name', msg('There is a place with this name already'))
    else if (earlier.has(fold(name))) fault('name', msg('Another place of this list has this name'))
    earlier.add(fold(name))
    return found
  })
}
