import { sql } from 'drizzle-orm'
import { fold } from '../../../shared/words/fold.ts'
import type { Context } from '../../core/context.ts'
import { read, runPrepared } from '../../db/connect/connect.ts'
import { places } from '../../db/tables/places.ts'
import { placesOfProblems } from './access.ts'

/**
 * Names of places, for suggestions: places typed in the latest problems that the viewer may see, most used first, and
 * places with signs. Names that differ only in case and accents are one, spelled as on the sign, else as in the latest
 * problem.
 */
export async function listTypedPlaces(ctx: Context): Promise<{ names: string[] }> {
  const [signs, typed] = await Promise.all([
    runPrepared(ctx.db.select({ name: places.name }).from(places).orderBy(places.id)),
    read<{ place: string; used: number }>(
      ctx,
      sql`select place, count(*)::int as used from (${placesOfProblems(ctx)}) as latest
        group by place order by max(created_at) desc`,
      true,
    ),
  ])
  const found = new Map<string, { name: string; used: number }>()
  const named = [
    ...signs.map(({ name }) => ({ name, used: 0 })),
    ...typed.map(({ place, used }) => ({ name: place, used })),
  ]
  for (const { name, used } of named) {
    const key = fold(name)
    const known = found.get(key)
    if (known) known.used += used
    else found.set(key, { name, used })
  }
  // Those that are used equally often stay in their order: signs first, then the latest.
  return { names: [...found.values()].sort((a, b) => b.used - a.used).map(({ name }) => name) }
}
