import { beforeAll, expect, test } from 'vitest'
import { HttpError } from '../src/server/base/errors.ts'
import { inTransaction } from '../src/server/core/context.ts'
import { cancelAbsence } from '../src/server/features/absences/cancel.ts'
import { createAbsence } from '../src/server/features/absences/create.ts'
import { decideAbsence } from '../src/server/features/absences/decide.ts'
import { claimShift } from '../src/server/features/roster/claim.ts'
import { offerShift } from '../src/server/features/roster/offer.ts'
import { dateOf, daysLater, startOfDay } from '../src/shared/time/time.ts'
import { workRulePresets, workRulesApi } from '../src/shared/work-rules.ts'
import { clearAbsences, dayToCome } from './support/absences.ts'
import { isLongRun } from './support/long-run.ts'
import { clearRoster, putShift } from './support/roster.ts'
import { useTestApp } from './support/test-app.ts'
import { diceOf } from './support/writers.ts'

/**
 * People take and offer shifts, fall ill, ask for absences and cancel them, in any order and at any time. A small model
 * says who has each shift: the published shifts of a person never overlap, and cancelling gives back only what nobody
 * has taken.
 */

const zone = 'Europe/Berlin'
const muster = useTestApp({ TIME_ZONE: zone })
const names = ['uli', 'lea', 'marta'] as const
type Name = (typeof names)[number]
const HOUR = 3_600_000

interface Span {
  from: number
  to: number
}
interface ModelShift extends Span {
  id: number
  person: Name | null
  isOffered: boolean
  /** The absence that has opened it, as long as nobody has taken it since. */
  openedBy: number | null
}
interface ModelAbsence extends Span {
  id: number
  person: Name
  first: string
  last: string
  state: 'requested' | 'approved' | 'refused' | 'cancelled'
}

const overlap = (a: Span, b: Span) => a.from < b.to && b.from < a.to

beforeAll(async () => {
  await (await muster.as('adam')).call(workRulesApi.update, { body: workRulePresets.none })
})

const STEPS = isLongRun ? 200 : 90
test.each(Array.from({ length: isLongRun ? 20 : 2 }, (_, at) => at + 1))(
  'a life of absences, seed %i',
  async (seed) => {
    await clearAbsences(muster)
    await clearRoster(muster)
    const random = diceOf(seed)
    const below = (limit: number) => Math.floor(random() * limit)
    const oneOf = <T>(list: readonly T[]) => list[below(list.length)] as T
    const start = dayToCome()
    let now = startOfDay(Date.parse(`${start}T12:00:00Z`), zone) - 12 * HOUR
    const absences: ModelAbsence[] = []
    const shifts: ModelShift[] = []
    const times = [
      ['06:00', '14:00'],
      ['13:00', '21:00'],
      ['20:00', '23:30'],
      ['22:00', '06:00'],
    ] as const

    for (let at = 0; at < 20; at += 1) {
      const [from, to] = oneOf(times)
      const date = daysLater(start, below(4))
      const wanted = oneOf([...names, ...names, null])
      const row = await putShift(muster, { date, start: from, end: to, isPublished: true })
      const span = { from: Date.parse(row.startTime), to: Date.parse(row.endTime) }
      const person = wanted && shifts.some((each) => each.person === wanted && overlap(each, span)) ? null : wanted
      if (person)
        await muster.services.database.pool.query(
          'update planned_shifts set user_id = $2, published_user_id = $2 where id = $1',
          [row.id, muster.fixtures.people[person].id],
        )
      shifts.push({ id: row.id, ...span, person, isOffered: false, openedBy: null })
    }

    /** Does something as a person now. Gives the code of its refusal, or null. */
    const act = async <T>(name: Name, run: (ctx: ReturnType<typeof muster.contextOf>) => Promise<T>) => {
      try {
        return { reply: await inTransaction(muster.contextOf(name, new Date(now)), run), code: null }
      } catch (error) {
        if (error instanceof HttpError) return { reply: null, code: error.code }
        throw error
      }
    }
    const live = (person: Name) =>
      absences.filter((each) => each.person === person && (each.state === 'requested' || each.state === 'approved'))
    const approved = (person: Name) => live(person).filter(({ state }) => state === 'approved')
    const open = (absence: ModelAbsence) => {
      const hit = shifts.filter((each) => each.person === absence.person && each.from > now && overlap(each, absence))
      for (const each of hit) Object.assign(each, { person: null, isOffered: false, openedBy: absence.id })
      return hit.length
    }

    async function create(person: Name) {
      const kind = oneOf(['sick', 'sick', 'vacation', 'unpaid'] as const)
      const first = daysLater(start, below(5))
      const last = daysLater(first, below(2))
      const span = {
        from: startOfDay(Date.parse(`${first}T12:00:00Z`), zone),
        to: startOfDay(Date.parse(`${last}T12:00:00Z`), zone, 1),
      }
      const input = { params: {}, query: undefined, body: { kind, from: first, to: last } }
      const { reply, code } = await act(person, (ctx) => createAbsence(ctx, input))
      if (live(person).some((other) => overlap(other, span))) return expect(code).toBe('overlaps')
      expect(code).toBeNull()
      const state = kind === 'sick' ? ('approved' as const) : ('requested' as const)
      const absence: ModelAbsence = { id: reply?.absence.id ?? 0, person, first, last, state, ...span }
      absences.push(absence)
      expect([reply?.absence.state, reply?.openedShifts]).toEqual([state, state === 'approved' ? open(absence) : 0])
    }

    async function decide(absence: ModelAbsence) {
      const approve = below(4) > 0
      const manager = oneOf(names)
      const body = { approve, vacate: true }
      const input = { params: { id: absence.id }, query: undefined, body }
      const { reply, code } = await act(manager, (ctx) => decideAbsence(ctx, input))
      // People of the department find only their own.
      if (manager !== 'marta') return expect(code).toBe(manager === absence.person ? 'forbidden' : 'not_found')
      if (absence.person === 'marta') return expect(code).toBe('forbidden')
      const state = approve ? ('approved' as const) : ('refused' as const)
      if (absence.state === state) return expect(reply?.openedShifts).toBe(0)
      if (absence.state !== 'requested') return expect(code).toBe('decided')
      absence.state = state
      expect([code, reply?.openedShifts]).toEqual([null, approve ? open(absence) : 0])
    }

    async function cancel(absence: ModelAbsence) {
      const { id, person } = absence
      const input = { params: { id }, query: undefined, body: undefined }
      const { reply, code } = await act(person, (ctx) => cancelAbsence(ctx, input))
      if (absence.state === 'cancelled') return expect(reply?.returnedShifts).toBe(0)
      if (absence.state === 'refused') return expect(code).toBe('decided')
      if (absence.to <= now) return expect(code).toBe('ended')
      expect(code).toBeNull()
      const today = dateOf(now, zone)
      if (absence.state === 'approved' && absence.first < today) {
        absence.last = daysLater(today, -1)
        absence.to = startOfDay(now, zone)
      } else absence.state = 'cancelled'
      let returned = 0
      for (const each of shifts.filter((shift) => shift.openedBy === id).sort((a, b) => a.from - b.from)) {
        const isBusy =
          shifts.some((other) => other.person === person && overlap(other, each)) ||
          approved(person).some((other) => overlap(other, each))
        if (each.from <= now || isBusy) continue
        Object.assign(each, { person, openedBy: null })
        returned += 1
      }
      expect([reply?.absence.state, reply?.absence.to, reply?.returnedShifts]).toEqual([
        ...[absence.state, absence.last, returned],
      ])
    }

    async function claim(person: Name, shift: ModelShift) {
      const input = { params: { id: shift.id }, query: undefined, body: undefined }
      const { code } = await act(person, (ctx) => claimShift(ctx, input))
      if (shift.person === person) return expect(code).toBeNull()
      if (shift.person !== null && !shift.isOffered) return expect(code).toBe('taken')
      if (shift.from <= now) return expect(code).toBe('begun')
      if (shifts.some((other) => other.person === person && overlap(other, shift))) return expect(code).toBe('overlaps')
      if (approved(person).some((other) => overlap(other, shift))) return expect(code).toBe('away')
      expect(code).toBeNull()
      Object.assign(shift, { person, isOffered: false, openedBy: null })
    }

    async function offer(shift: ModelShift) {
      if (shift.person === null || shift.from <= now) return
      const input = { params: { id: shift.id }, query: undefined, body: undefined }
      expect((await act(shift.person, (ctx) => offerShift(ctx, input))).code).toBeNull()
      shift.isOffered = true
    }

    /** A planner gives a person who is away an open shift at the time of one that their absence has opened. */
    async function assign() {
      const lost = oneOf(shifts.filter(({ openedBy }) => openedBy !== null))
      const person = absences.find(({ id }) => id === lost?.openedBy)?.person
      const shift = oneOf(shifts.filter((each) => each !== lost && lost && overlap(each, lost)))
      if (!person || !shift) return
      const isBusy = shifts.some((other) => other.person === person && overlap(other, shift))
      if (shift.person !== null || shift.from <= now || isBusy) return
      await muster.services.database.pool.query(
        `update planned_shifts set user_id = $2, published_user_id = $2, published_version = published_version + 1
      where id = $1`,
        [shift.id, muster.fixtures.people[person].id],
      )
      Object.assign(shift, { person, openedBy: null })
    }

    /** Mostly one that has opened shifts. */
    const oneToCancel = () => {
      const matters = absences.filter(({ id }) => shifts.some(({ openedBy }) => openedBy === id))
      return oneOf(matters.length > 0 && below(4) > 0 ? matters : absences)
    }

    for (let step = 1; step <= STEPS; step += 1) {
      const what = below(12)
      if (what < 3) await create(oneOf(names))
      else if (what < 5 && absences.length > 0) await decide(oneOf(absences))
      else if (what < 7 && absences.length > 0) await cancel(oneToCancel())
      else if (what < 8) await assign()
      else if (what < 10) await claim(oneOf(names), oneOf(shifts))
      else if (what < 11) await offer(oneOf(shifts))
      else now += below(3) * HOUR
      const { rows } = await muster.services.database.pool.query<{
        id: number
        person: string
        draft: string
        offered: boolean
      }>(
        `select id, published_user_id as person, user_id as draft, offered_at is not null as offered from planned_shifts order by id`,
      )
      const nameOf = (id: string | null) => names.find((name) => muster.fixtures.people[name].id === id) ?? null
      expect(
        rows.map(({ id, person, draft, offered }) => [id, nameOf(person), nameOf(draft), offered]),
        `seed ${seed}, step ${step}`,
      ).toEqual(
        shifts.toSorted((a, b) => a.id - b.id).map(({ id, person, isOffered }) => [id, person, person, isOffered]),
      )
      for (const [at, one] of shifts.entries())
        for (const other of shifts.slice(at + 1))
          if (one.person !== null && one.person === other.person) expect(overlap(one, other)).toBe(false)
    }
    // A seed that does nothing proves nothing.
    expect(absences.length).toBeGreaterThan(2)
  },
)
