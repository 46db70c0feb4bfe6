import { problemsApi, type ReportedProblem } from '../../shared/problems.ts'
import { i18nNow } from '../language.ts'
import { callOrEnqueue } from '../offline/offline-queue.ts'
import type { QueuedProblem } from '../offline/queued-writes.ts'
import { serverNowText } from '../server-time.ts'
import { nobodyThere, sentTo } from '../task/problem-words.ts'
import { createOutbox, type Sent, type Unsent } from '../task/send-queue.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { rememberReport } from './draft.ts'

/** A report that the server has not confirmed. */
export type UnsentReport = Unsent<QueuedProblem>

/** The outcome of sending a report. */
export type SentReport = Sent<ReportedProblem>

const outbox = createOutbox<QueuedProblem, ReportedProblem>({
  name: 'muster.reports-unsent',
  find: (shows) => ('problem' in shows ? shows.problem : undefined),
  send: ({ by, at, body, department }, queueing) =>
    callOrEnqueue(
      problemsApi.report,
      { body },
      {
        ...queueing,
        words: { what: body.title, deed: i18nNow().t('Report to {department}', { department }) },
        shows: { problem: { by, at, body, department } },
      },
    ),
  onArrived: (problem, hasWaited) => {
    if (hasWaited) showSent(problem)
  },
})

/** Takes a report away that waits or has failed, with its photos. */
export const discardReport = outbox.discard
/** Sends a report again that has failed. */
export const sendReportAgain = outbox.sendAgain

/** Sends a report. It stands among one's reports at once, and without a network it waits there. */
export function sendReport(report: Omit<QueuedProblem, 'at'>): Promise<SentReport> {
  rememberReport(report.body.departmentId, report.body.place)
  return outbox.send({ ...report, at: serverNowText() })
}

/** Hook: the person's reports that are not confirmed, the latest first. */
export const useUnsentReports = (): UnsentReport[] => outbox.useUnsent().reverse()

function showSent({ department, nobodyOnDuty }: ReportedProblem) {
  const i18n = i18nNow()
  const name = department?.name ?? ''
  toast({ title: sentTo(name, i18n), ...(nobodyOnDuty && { description: nobodyThere(name, i18n) }) })
}

/** Tells the outcome of a report that the form does not show any more. */
export function announce(result: SentReport) {
  const i18n = i18nNow()
  if (result.state === 'sent') showSent(result.reply)
  else if (result.state === 'failed') toastError(i18n.t('Your report could not be sent. It is kept in "My reports".'))
  else
    toast({
      title: i18n.t('Saved on this device'),
      description: i18n.t('It will be sent when the connection returns.'),
      waits: true,
    })
}
