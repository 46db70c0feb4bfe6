import { useEffect, useId, useRef } from 'react'
import { viewerNow } from '../api/viewer.ts'
import { type ReportPreset, reporting } from '../components/shift/report.ts'
import { i18nNow, useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { isEmptyReport, reportDraft } from './draft.ts'
import { ReportFields } from './report-fields.tsx'
import { ReportSent } from './report-sent.tsx'
import type { SentReport } from './send-queue.ts'
import { useReport } from './use-report.ts'

/** The form to report a problem. It opens over any screen. Typed text is kept until it is sent. */
export function ReportDialog({ preset }: { preset: ReportPreset }) {
  const i18n = useI18n()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const report = useReport(preset)
  const { handed, departments, departmentId, faults } = report
  const close = () => reporting.set(null)
  useDraftNote()

  const submit = () => {
    const lacking = report.submit()
    // A chip of the departments is chosen by a tap, so the keyboard of a phone may go.
    if (lacking) form.current?.querySelector<HTMLElement>(`[data-field="${lacking}"]`)?.focus()
  }
  const department = departments.find((each) => each.id === departmentId)?.name
  return (
    <Dialog
      open
      title={i18n.t('Report a problem')}
      onClose={close}
      closesOnBack
      footer={
        handed ? (
          <EndButton state={handed.result?.state} onRepeat={report.repeat} onClose={close} />
        ) : (
          <Button type="submit" form={id} variant="primary" size="lg" className={wide}>
            <span className="line-clamp-2 wrap-anywhere">
              {department === undefined ? i18n.t('Send') : i18n.t('Send to {department}', { department })}
            </span>
          </Button>
        )
      }
    >
      {handed ? (
        <ReportSent handed={handed} onAgain={report.again} onClose={close} />
      ) : (
        <form
          ref={form}
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            submit()
          }}
          className="flex flex-col gap-5"
        >
          <ReportFields report={report} />
          <p role="alert" className="sr-only">
            {[faults.title, faults.department].filter(Boolean).join('. ')}
          </p>
        </form>
      )}
    </Dialog>
  )
}

const wide = 'h-12! flex-1 whitespace-normal! text-center font-semibold leading-tight md:h-11! md:max-w-80 md:flex-none'

/** While the report is under way it does nothing: a second tap on Send would close the dialog before its end. */
function EndButton({
  state,
  onRepeat,
  onClose,
}: {
  state: SentReport['state'] | undefined
  onRepeat: () => void
  onClose: () => void
}) {
  const i18n = useI18n()
  return (
    <Button
      variant="primary"
      size="lg"
      pending={state === undefined}
      onClick={state === 'failed' ? onRepeat : onClose}
      className={wide}
    >
      {state === undefined
        ? i18n.t('Sending...')
        : state === 'failed'
          ? i18n.t('Try again')
          : i18n.t('Done ##button that closes')}
    </Button>
  )
}

/** Says that a draft is kept, when the form is closed with one. */
function useDraftNote() {
  useEffect(
    () => () => {
      const viewer = viewerNow()
      if (!viewer || isEmptyReport(reportDraft(viewer.id))) return
      toast({ title: i18nNow().t('Draft saved') })
    },
    [],
  )
}
