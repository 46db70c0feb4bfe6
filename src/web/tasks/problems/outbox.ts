import { messageOf } from '../../../shared/call.ts'
import { type NewProblem, problemsApi, type ReportedProblem } from '../../../shared/problems.ts'
import { randomHex } from '../../api/call.ts'
import { callOrEnqueue, onSent, QUEUED } from '../../api/offline-queue.ts'
import { dequeue, type QueuedProblem, queuedWrites, useOfflineQueue } from '../../api/queued-writes.ts'
import { viewerNow } from '../../api/viewer.ts'
import { i18nNow } from '../../language.ts'
import { createRememberedStore, onPersonGone } from '../../store.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { dropPhoto, hasFailed, photosSettled } from '../photos/photo-work.ts'
import { rememberReport } from './draft.ts'
import { nobodyThere, sentTo } from './words.ts'

/** A report that the server has not confirmed. */
export interface UnsentReport extends QueuedProblem {
  /** The idempotency key: however often it is sent, it is there once. */
  key: string
  /** `sending`: it is under way. `waiting`: the network is away. `failed`: `fault` says why. */
  state: 'sending' | 'waiting' | 'failed'
  fault?: string
}

/** What became of sending a report. */
export type SentReport = { state: 'sent'; problem: ReportedProblem } | { state: 'waiting' | 'failed'; key: string }

/** Reports under way, and those that have failed. They last as long as the tab, and survive a reload. */
const outbox = createRememberedStore<readonly UnsentReport[]>(
  'muster.reports-unsent',
  // What was under way when the page was closed may have arrived. To send it again with its key does no harm.
  (text) => (JSON.parse(text ?? '[]') as UnsentReport[]).map((report) => ({ ...report, state: 'failed' as const })),
  (all) => (all.length === 0 ? null : JSON.stringify(all)),
  'sessionStorage',
)
onPersonGone(() => outbox.set([]))

const remove = (key: string) => outbox.set(outbox.get().filter((report) => report.key !== key))
const put = (report: UnsentReport) => {
  const own = outbox.get().filter(({ key, by }) => by === report.by && key !== report.key)
  outbox.set([...own, report])
}

const dropPhotos = ({ photoIds = [] }: NewProblem) => {
  for (const id of photoIds) dropPhoto(id)
}

// One that has waited is sent while its person may look at anything.
onSent(({ shows }, reply) => {
  if (!('problem' in shows)) return
  if (reply) showSent(reply as ReportedProblem)
  dropPhotos(shows.problem.body)
})

function showSent({ department, nobodyOnDuty }: ReportedProblem) {
  const i18n = i18nNow()
  const name = department?.name ?? ''
  toast({ title: sentTo(name, i18n), ...(nobodyOnDuty && { description: nobodyThere(name, i18n) }) })
}

/** Says what became of a report whose form was closed meanwhile. */
export function announce(result: SentReport) {
  const i18n = i18nNow()
  if (result.state === 'sent') showSent(result.problem)
  else if (result.state === 'failed') toastError(i18n.t('Your report could not be sent. It is kept in "My reports".'))
  else
    toast({ title: i18n.t('Kept on this device'), description: i18n.t('It will be sent when the connection returns.') })
}

/** Hook: the person's reports that are not confirmed, the latest first. */
export function useUnsentReports(): UnsentReport[] {
  const own = outbox.use().filter(({ by }) => by === viewerNow()?.id)
  const queued = useOfflineQueue().flatMap(({ key, shows, refusal }): UnsentReport[] => {
    if (!('problem' in shows)) return []
    return [
      { ...shows.problem, key, ...(refusal === null ? { state: 'waiting' } : { state: 'failed', fault: refusal }) },
    ]
  })
  return [...own, ...queued].sort((a, b) => (a.at < b.at ? 1 : -1))
}

/** Sends a report. It stands among one's reports at once, and without a network it waits there. */
export const sendReport = (report: Pick<UnsentReport, 'by' | 'body' | 'department'>) =>
  attempt({ ...report, key: randomHex(16), at: new Date().toISOString(), state: 'sending' })

/** Sends a report again that has failed. */
export function sendReportAgain({ fault: _, ...report }: UnsentReport) {
  // The key of a refused one stands for its refusal.
  const key = forgetReport(report.key) ? randomHex(16) : report.key
  return attempt({ ...report, key, state: 'sending' })
}

/** Takes a report away that waits or has failed, with its photos. */
export function discardReport({ key, body }: UnsentReport) {
  forgetReport(key)
  dropPhotos(body)
}

/** Takes it away without them. Returns whether it stood in the queue. */
function forgetReport(key: string) {
  remove(key)
  const queued = queuedWrites().find((change) => change.key === key)
  if (queued) dequeue(queued)
  return queued !== undefined
}

async function attempt(report: UnsentReport): Promise<SentReport> {
  const { key, by, at, body, department } = report
  const i18n = i18nNow()
  put(report)
  rememberReport(body.departmentId, body.place)
  try {
    const sent = await withUsablePhotos(body)
    const reply = await callOrEnqueue(
      problemsApi.report,
      { body: sent },
      {
        key,
        photos: sent.photoIds,
        words: { what: body.title, deed: i18n.t('Report to {department}', { department }) },
        shows: { problem: { by, at, body: sent, department } },
      },
    )
    remove(key)
    if (reply !== QUEUED) dropPhotos(body)
    return reply === QUEUED ? { state: 'waiting', key } : { state: 'sent', problem: reply }
  } catch (error) {
    // Its person may have signed out meanwhile.
    if (outbox.get().some((other) => other.key === key))
      put({ ...report, state: 'failed', fault: messageOf(error, i18n.t('It could not be sent.')) })
    return { state: 'failed', key }
  }
}

/** The body without photos that cannot be sent: they hold up neither the others nor the text. */
async function withUsablePhotos(body: NewProblem): Promise<NewProblem> {
  if (!body.photoIds?.length) return body
  await photosSettled()
  return { ...body, photoIds: body.photoIds.filter((id) => !hasFailed(id)) }
}
