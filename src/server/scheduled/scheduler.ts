import { sql } from 'drizzle-orm'
import { failures } from '../base/errors.ts'
import { contextFor, inTransaction, type Services } from '../core/context.ts'
import { sumUpTaskSums } from '../core/counts/task-sums.ts'
import type { PausedRows } from '../core/jobs/due-rows.ts'
import { enqueue } from '../core/jobs/jobs.ts'
import { observingRun } from '../core/observing.ts'
import { taskCounts } from '../db/tables/tasks.ts'
import { escalateWaiting } from '../features/handovers/escalate.ts'
import { offerForgotten } from '../features/handovers/forgotten.ts'
import { tellOfOwners } from '../features/notifications/owners.ts'
import { fireDue } from '../features/reminders/fire.ts'
import { tellOfMissing } from '../features/roster/tell-missing.ts'
import { closeOver } from '../features/routines/close.ts'
import { openDue } from '../features/routines/open.ts'
import { announceFallenDue } from '../features/tasks/due.ts'
import { tellOfDue } from '../features/tasks/due-notices.ts'
import { backupPlanner } from './backup.ts'
import { cleanUpJob } from './cleanup.ts'

const TICK = 1000
/** Reminders are to be there within a second of their time. */
const REMINDERS_TICK = 250
/** People are told of due tasks within so many milliseconds. */
const DUE_TICK = 10_000
/** Of minutes and hours, so some seconds make no difference. */
const HANDOVERS_TICK = 10_000
/** Managers learn of a missing person within so many milliseconds. */
const MISSING_TICK = 20_000
/** A role that an older server, a command or a restored backup has changed is noticed this soon. */
const OWNERS_TICK = 10_000
const SUM_UP_EVERY = 10_000
const WORTH_SUMMING_UP = 200
const SUM_UP_LOCK = 7_350_143

/**
 * Work that happens without anybody's call. Four times a second it fires due reminders. Once a second it announces
 * tasks that have just fallen due as if edited, and opens and closes the occurrences of routines. Every ten seconds it
 * tells people of due tasks, tells managers of items that nobody has received, offers the tasks of people who forgot to
 * clock out, and pauses webhooks and kiosks without an owner when nobody has taken them over. Every twenty seconds it
 * tells managers of people who have not come to their shift. Now and then it sums up
 * counts. Each hour it enqueues a job that deletes expired rows, and one for each backup when its time has come.
 * Returns how to stop it.
 */
export function startScheduler(services: Services) {
  // By a clock that nobody sets: put back by hours, the other would leave this undone for as long.
  let summedUp = Number.NEGATIVE_INFINITY

  const tick = async (services: Services) => {
    await announceFallenDue(contextFor(services, null, new Date()))
    const running = performance.now()
    if (running - summedUp >= SUM_UP_EVERY) {
      summedUp = running
      await sumUp(services.database)
    }
  }

  let hour: string | undefined
  /** One job an hour, whichever server is first. */
  const cleanUp = async (services: Services) => {
    const now = new Date()
    const key = now.toISOString().slice(0, 'yyyy-mm-ddThh'.length)
    if (key === hour) return
    await inTransaction(contextFor(services, null, now), (ctx) => enqueue(ctx, cleanUpJob, {}, { key }))
    hour = key
  }

  const paused: Record<'reminders' | 'routines' | 'occurrences' | 'handovers' | 'sessions' | 'shifts', PausedRows> = {
    handovers: new Map(),
    shifts: new Map(),
    sessions: new Map(),
    reminders: new Map(),
    routines: new Map(),
    occurrences: new Map(),
  }
  const fire = (services: Services) => fireDue(contextFor(services, null, new Date()), paused.reminders)
  const openAndClose = async (services: Services) => {
    const ctx = contextFor(services, null, new Date())
    await openDue(ctx, paused.routines)
    await closeOver(ctx, paused.occurrences)
  }
  const followHandovers = async (services: Services) => {
    const ctx = contextFor(services, null, new Date())
    await offerForgotten(ctx, paused.sessions)
    await escalateWaiting(ctx, paused.handovers)
  }
  const followShifts = (services: Services) => tellOfMissing(contextFor(services, null, new Date()), paused.shifts)
  const followOwners = (services: Services) =>
    inTransaction(contextFor(services, null, new Date()), (ctx) => tellOfOwners(ctx))
  const tell = (services: Services) => tellOfDue(contextFor(services, null, new Date()))
  const stops = [
    every('handovers', HANDOVERS_TICK, followHandovers, services),
    every('missing people', MISSING_TICK, followShifts, services),
    every('owners', OWNERS_TICK, followOwners, services),
    every('tasks', TICK, tick, services),
    every('routines', TICK, openAndClose, services),
    every('reminders', REMINDERS_TICK, fire, services),
    every('due notices', DUE_TICK, tell, services),
    every('clean-up', TICK, cleanUp, services),
    ...(services.config.backup?.every ? [every('backups', TICK, backupPlanner(), services)] : []),
  ]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

/** Does the work again and again, never twice at a time. Returns how to stop it. */
function every(name: string, milliseconds: number, work: (services: Services) => Promise<unknown>, services: Services) {
  const failed = failures(
    services.log,
    'A tick of the scheduler failed; the next one makes up for it',
    'The scheduler works again',
  )
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    running ??= observingRun(services, name, work)
      .then(failed.ended, failed.came)
      .finally(() => {
        running = undefined
      })
  }, milliseconds)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Sums up many small additions to the tasks' counts and sums; one server does it at a time. */
export const sumUp = ({ transaction }: Services['database']) =>
  transaction(async (db) => {
    const { rows } = await db.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${SUM_UP_LOCK}) as mine`)
    if (!rows[0]?.mine) return
    await db.execute(sql`
      with several as (
        select row_id from (
          select ctid as row_id, count(*) over (partition by department_id, status, person_id, assigned) as rows from ${taskCounts}
        ) as counted where rows > 1
      ), added as (
        delete from ${taskCounts}
        where ctid = any(array(select row_id from several)) and (select count(*) from several) > ${WORTH_SUMMING_UP}
        returning *
      )
      insert into ${taskCounts} select department_id, status, sum(tasks), person_id, assigned
      from added group by department_id, status, person_id, assigned having sum(tasks) <> 0`)
    await sumUpTaskSums({ db, now: new Date() })
  })
