import { randomBytes } from 'node:crypto'
import { asc, count, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_PLACES, type Place, type placesApi } from '../../../shared/places.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { insert, remove, update } from '../../core/write/write.ts'
import { runPrepared } from '../../db/connect/connect.ts'
import { places } from '../../db/tables/places.ts'
import { placeFor } from './access.ts'

/** Places with signs: on doors and machines, with an address that leads to the tasks at that place. */

/** All places, by name. They are no secret to anybody from the role user on. */
export async function listPlaces({ db }: Context): Promise<{ places: Place[] }> {
  const all = db.select().from(places).orderBy(sql`lower(${places.name})`, asc(places.id))
  return { places: await runPrepared(all) }
}

/** Creates a place with its own code. Throws 400 for an unknown department, 409 for too many places. */
export async function createPlace(ctx: Context, { body }: Input<typeof placesApi.create>): Promise<Place> {
  const { departmentId = null, ...fields } = body
  mustBeAllowed(ctx, 'place:manage', { departmentId })
  if (departmentId !== null) await departmentNamedFor(ctx, departmentId, 'departmentId')
  await mustBeFewPlaces(ctx, 1)
  return insert(ctx, places, { ...fields, departmentId, code: newCode() })
}

/** Changes the fields sent; the code stays. Throws 403 unless the viewer manages places in both departments. */
export async function updatePlace(ctx: Context, { params, body }: Input<typeof placesApi.update>): Promise<Place> {
  const place = await placeFor(ctx, params.id, 'place:manage')
  const after = { ...place, ...body }
  mustBeAllowed(ctx, 'place:manage', after)
  if (after.departmentId !== null && after.departmentId !== place.departmentId)
    await departmentNamedFor(ctx, after.departmentId, 'departmentId')
  return update(ctx, places, place, body)
}

/** Deletes a place. Its sign leads nowhere then; tasks keep its name. */
export async function deletePlace(ctx: Context, { params }: Input<typeof placesApi.remove>): Promise<void> {
  await remove(ctx, places, await placeFor(ctx, params.id, 'place:manage'))
}

/** Throws 409 if there were too many with so many more. */
export async function mustBeFewPlaces({ db }: Context, more: number): Promise<void> {
  const [counted] = await db.select({ places: count() }).from(places)
  if ((counted?.places ?? 0) + more > MAX_PLACES)
    throw conflict(
      'too_many_places',
      msg('{count, plural, one {There can be at most # place} other {There can be at most # places}}', {
        count: MAX_PLACES,
      }),
    )
}

/** Characters of a code, of six bits each: nobody guesses one. */
const CODE_LENGTH = 10

/** The code of a new place. */
export const newCode = (): string => randomBytes(CODE_LENGTH).toString('base64url').slice(0, CODE_LENGTH)
