import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { type KioskPerson, type KioskView, type kioskApi, MAX_KIOSK_PEOPLE } from '../../../shared/kiosks.ts'
import { hasWords, searchable, searchWords } from '../../../shared/words/fold.ts'
import type { KioskContext } from '../../core/context.ts'
import { onDuty } from '../../core/people/duty.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { departments } from '../../db/tables/departments.ts'
import { pins } from '../../db/tables/pin.ts'
import { users } from '../../db/tables/users.ts'
import { peopleAtKiosk } from './access.ts'

/**
 * The kiosk, with the people who may clock in at it, by name. Passers-by can read it, so last names are initials,
 * unless two people would look the same. With `search` only people whose first name, or the shown part of the last,
 * begins so.
 */
export async function readKiosk(ctx: KioskContext, { query }: Input<typeof kioskApi.read>): Promise<KioskView> {
  const { kiosk, services } = ctx
  const [people, { organisation }, department] = await Promise.all([
    peopleOf(ctx),
    services.settings.read(ctx.db),
    kiosk.departmentId === null ? null : nameOfDepartment(ctx, kiosk.departmentId),
  ])
  const words = searchWords(query.search ?? '')
  const found = words.length === 0 ? people : people.filter((person) => hasWords(searchable(shownName(person)), words))
  return {
    name: kiosk.name,
    department,
    organisation: organisation || null,
    timeZone: services.config.timeZone,
    now: ctx.now.toISOString(),
    people: found.slice(0, MAX_KIOSK_PEOPLE),
    hasMore: people.length > MAX_KIOSK_PEOPLE,
  }
}

const shownName = ({ firstName, lastName }: KioskPerson) => `${firstName} ${lastName}`

async function nameOfDepartment({ db }: KioskContext, id: number) {
  const [row] = await db.select({ name: departments.name }).from(departments).where(eq(departments.id, id))
  return row?.name ?? null
}

/** Everybody who may clock in at the kiosk. A house has a few thousand people at most. */
async function peopleOf(ctx: KioskContext): Promise<KioskPerson[]> {
  const isTrue = (condition: SQL) => sql<boolean>`(${condition})`
  const rows = await ctx.db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      isOnDuty: isTrue(sql`duty.user_id is not null`),
      onBreakSince: sql<string | null>`duty.break_since`,
      hasPin: isTrue(sql`${pins.userId} is not null`),
    })
    .from(users)
    .leftJoin(pins, eq(pins.userId, users.id))
    .leftJoin(sql`${onDuty(ctx)} as duty`, sql`duty.user_id = ${users.id}`)
    .where(peopleAtKiosk(ctx.kiosk))
    .orderBy(asc(users.foldedName), asc(users.id))
  const shortened = rows.map((person) => ({
    ...person,
    lastName: initialOf(person.lastName),
    onBreakSince: person.onBreakSince && isoFromPostgres(person.onBreakSince),
  }))
  const looks = new Map<string, number>()
  for (const person of shortened) {
    const look = shownName(person).toLowerCase()
    looks.set(look, (looks.get(look) ?? 0) + 1)
  }
  return shortened.map((person, at) =>
    looks.get(shownName(person).toLowerCase()) === 1 ? person : { ...person, lastName: rows[at]?.lastName ?? '' },
  )
}

const initialOf = (lastName: string) => {
  const [initial] = new Intl.Segmenter().segment(lastName.trim())
  return initial ? `${initial.segment.toUpperCase()}.` : ''
}
