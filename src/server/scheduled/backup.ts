import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { and, eq, sql } from 'drizzle-orm'
import { backupDue } from '../base/backup.ts'
import { contextFor, inTransaction, type OpenContext, readerFor, type Services } from '../core/context.ts'
import { enqueue, isUnfinished, type JobRun, jobKind } from '../core/jobs/jobs.ts'
import { mailJob } from '../core/notify/mail.ts'
import { isActivePerson } from '../core/people/active.ts'
import { type BackupState, lockSetting, readSetting, writeSetting } from '../db/settings.ts'
import { jobs } from '../db/tables/jobs.ts'
import { users } from '../db/tables/users.ts'

const HOUR = 3_600_000
/** A backup that takes longer is given up, and so is a test. */
const LONGEST = 6 * HOUR
const TEST_EVERY = 30 * 24 * HOUR
/** A process may take so long to remove its unfinished backup. */
const STOP_WITHIN = 6_000

/** An order to `backup/process.ts`. */
export interface BackupWork {
  what: 'backup' | 'test'
  url: string
  /** In ISO 8601. */
  now: string
}

/** The outcome. `impossible` says nothing about the backup. */
export type BackupReply =
  | { made: { name: string; size: number; rows: number; files: number; missing: string[]; notDeleted?: string } }
  | { tested: { name: string } }
  | { fault: string }
  | { impossible: string }

/**
 * Returns a function that enqueues a backup when its time has come, once for all servers. A time that has passed while
 * no server ran is made up for, once. While one is not done, no other is enqueued.
 */
export function backupPlanner() {
  let enqueued: string | undefined
  return async (services: Services) => {
    const ctx = contextFor(services, null, new Date())
    const { backup, timeZone } = services.config
    if (!backup?.every) return
    const planned = backupDue(backup.every, ctx.now, timeZone).toISOString()
    if (planned === enqueued) return
    if (!(await isMade(ctx, planned))) {
      const { rows } = await ctx.db.execute(
        sql`select from ${jobs} where kind = ${backupJob.name} and ${isUnfinished} limit 1`,
      )
      if (rows.length > 0) return
      await inTransaction(ctx, (tx) => enqueue(tx, backupJob, { planned }, { key: planned }))
    }
    enqueued = planned
  }
}

/** Whether the backup of this time, or a later one, is there. A future one was made while the clock was wrong. */
async function isMade({ db, now }: OpenContext, planned: string) {
  const { planned: made = '' } = (await readSetting(db, 'backups')) ?? {}
  return made >= planned && made < new Date(now.getTime() + HOUR).toISOString()
}

/** Makes the backup that was planned for a time. */
export const backupJob = jobKind<{ planned: string }>('backup', runBackup, {
  isLong: true,
  onFailed: (ctx) => tellOwners(ctx, 'backup'),
})

/** Restores the newest backup for a trial: after a backup, a month after the last trial or if that failed. */
export const restoreTestJob = jobKind<object>('restore-test', runTest, {
  attempts: 3,
  isLong: true,
  async onFailed(ctx) {
    await noteTest(ctx, 'failed', 0)
    await tellOwners(ctx, 'restore-test')
  },
})

async function runBackup(ctx: OpenContext, { planned }: { planned: string }, run: JobRun) {
  const { log } = ctx.services
  // A job that has failed for good may be tried again when a later one was done long ago.
  if (await isMade(ctx, planned)) return
  const begun = performance.now()
  const reply = await inProcess(ctx, 'backup', run.signal)
  if (!('made' in reply)) {
    await inTransaction(ctx, (tx) => changeState(tx, ({ failures }) => ({ failures: failures + 1 })))
    throw new Error(reasonOf(reply))
  }
  const { name, size: bytes, missing, notDeleted, ...counts } = reply.made
  const last = { name, at: ctx.now.toISOString(), bytes, seconds: secondsSince(begun) }
  await run.complete(async (tx) => {
    const { test } = await changeState(tx, () => ({ planned, last }))
    const isDue = test?.outcome === 'failed' || Date.parse(test?.at ?? '1970-01-01') <= ctx.now.getTime() - TEST_EVERY
    if (isDue) await enqueue(tx, restoreTestJob, {}, { key: planned })
  })
  log.info({ backup: last, ...counts }, 'A backup was made')
  if (missing.length > 0)
    log.warn({ files: missing.slice(0, 100) }, 'Files are missing from the backup, as from the store')
  if (notDeleted) log.warn(`Older backups could not be deleted: ${notDeleted}`)
}

async function runTest(ctx: OpenContext, _payload: object, run: JobRun) {
  const { log } = ctx.services
  const begun = performance.now()
  const reply = await inProcess(ctx, 'test', run.signal)
  if ('tested' in reply) {
    await run.complete((tx) => noteTest(tx, 'passed', secondsSince(begun)))
    log.info({ backup: reply.tested.name, seconds: secondsSince(begun) }, 'A backup was restored for a trial')
  } else if ('impossible' in reply) {
    await run.complete((tx) => noteTest(tx, 'impossible', secondsSince(begun)))
    log.warn(`No backup can be restored for a trial. ${reply.impossible}`)
  } else {
    throw new Error(reasonOf(reply))
  }
}

const secondsSince = (begun: number) => Math.round((performance.now() - begun) / 100) / 10
const reasonOf = (reply: BackupReply) =>
  'fault' in reply ? reply.fault : 'impossible' in reply ? reply.impossible : 'The process gave another answer'

/**
 * Runs `backup/process.ts` with less claim to the processor than the server. If the signal is given, or it takes too
 * long, it is ended. Throws the signal's reason then.
 */
async function inProcess({ services, now }: OpenContext, what: BackupWork['what'], signal: AbortSignal) {
  const program = import.meta.url.endsWith('.ts') ? '../backup/process.ts' : './backup/process.js'
  const child = fork(fileURLToPath(new URL(program, import.meta.url)))
  if (child.pid) setPriority(child.pid, 10)
  const late = AbortSignal.timeout(LONGEST)
  const bounded = AbortSignal.any([signal, late])
  const stop = () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN).unref()
  }
  bounded.addEventListener('abort', stop, { once: true })
  if (bounded.aborted) stop()
  let reply: BackupReply | undefined
  child.once('message', (message: BackupReply) => {
    reply = message
  })
  const ended = once(child, 'exit')
  // It needs a session, which a pooler may not give.
  const url = services.config.databaseDirectUrl ?? services.database.url
  child.send({ what, url, now: now.toISOString() } satisfies BackupWork)
  const [code, killedBy] = await ended
  bounded.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (late.aborted) return { fault: `It took longer than ${LONGEST / HOUR} hours` }
  return reply ?? { fault: `Its process ended before it was done (${killedBy ?? code})` }
}

/** Changes the stored facts about backups, in the caller's transaction. Returns all of them. */
async function changeState({ db }: OpenContext, change: (state: BackupState) => Partial<BackupState>) {
  const before = (await lockSetting(db, 'backups')) ?? { failures: 0, testFailures: 0 }
  const after = { ...before, ...change(before) }
  await writeSetting(db, 'backups', after)
  return after
}

const noteTest = (ctx: OpenContext, outcome: NonNullable<BackupState['test']>['outcome'], seconds: number) =>
  changeState(ctx, ({ testFailures, testPassed }) => {
    const at = ctx.now.toISOString()
    const passed = outcome === 'passed' ? at : testPassed
    return {
      test: { at, outcome, seconds },
      ...(passed && { testPassed: passed }),
      testFailures: testFailures + (outcome === 'failed' ? 1 : 0),
    }
  })

/** Tells the owners, also by e-mail, that a backup or a test of one has failed for good. The log has the reason. */
async function tellOwners(ctx: OpenContext, kind: 'backup' | 'restore-test') {
  const { log, mail, config } = ctx.services
  log.error(
    kind === 'backup' ? 'The backup has failed for good' : 'The newest backup could not be restored for a trial',
  )
  if (!mail || !config.publicUrl) return
  const isOwner = and(eq(users.role, 'god'), isActivePerson)
  for (const owner of await ctx.db.select().from(users).where(isOwner)) {
    if (owner.email === null) continue
    const { i18n } = readerFor(ctx.services, owner)
    const words =
      kind === 'backup'
        ? {
            subject: i18n.t('The backup has failed'),
            paragraph: i18n.t('Muster tried several times, but could not make the backup.'),
            note: i18n.t('Earlier backups are still there.'),
          }
        : {
            subject: i18n.t('A backup could not be restored'),
            paragraph: i18n.t('Once a month Muster restores the newest backup as a test. This time the test failed.'),
            note: i18n.t('Your data has not changed. But do not rely on this backup.'),
          }
    await enqueue(ctx, mailJob, {
      language: owner.language ?? config.defaultLanguage,
      to: { email: owner.email, firstName: owner.firstName },
      ...words,
      link: { label: i18n.t('See why'), address: `${config.publicUrl}/admin/jobs` },
    })
  }
}
