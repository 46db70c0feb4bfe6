import type { PayrollFile, PayrollLine } from '../../shared/payroll.ts'
import { payrollApi } from '../../shared/payroll.ts'
import { payrollFileWriter } from '../../shared/payroll-file.ts'
import { useReply } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'

/** Lines of the preview, without what stands above them. */
const LINES = 5

/** The beginning of the file with these settings: of the latest run, or of an example before the first. */
export function FilePreview({ file }: { file: PayrollFile }) {
  const i18n = useI18n()
  const query = useReply(payrollApi.sample, {})
  const { data } = query
  return (
    <section aria-label={i18n.t('Preview')} aria-live="polite" className="flex flex-col gap-2">
      <h2 className="font-semibold">{i18n.t('Preview')}</h2>
      {data ? (
        <>
          <p className="text-muted text-sm">
            {data.lines.length > 0
              ? i18n.t('The first lines of the latest run.')
              : i18n.t('An example, until there is a run.')}
          </p>
          <pre
            dir="ltr"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
            tabIndex={0}
            className="overflow-x-auto rounded-control border border-line bg-sunken p-3 text-sm"
          >
            {previewOf(
              file,
              data.run ?? { period: example.periodStart },
              data.lines.length > 0 ? data.lines : [example],
            )}
          </pre>
        </>
      ) : (
        <NotLoaded query={query} failure={i18n.t('The preview could not be loaded.')} className="py-2!">
          <LoadingBars bars="h-32" />
        </NotLoaded>
      )}
    </section>
  )
}

const example: PayrollLine = {
  ...{ userId: '', firstName: 'Ada', lastName: 'Example', personnelNumber: '00417', department: null },
  ...{ periodStart: '2026-11-01', periodEnd: '2026-11-30', date: '2026-11-02', code: '100', wageType: 'Work' },
  ...{ minutes: 470, isCorrection: false },
}

/** The text of the first lines: of as many people as they need. */
export function previewOf(file: PayrollFile, run: { period: string }, lines: readonly PayrollLine[]): string {
  const { head, person } = payrollFileWriter(file, run)
  const shown: string[] = []
  for (let from = 0; from < lines.length && shown.length < LINES; ) {
    const userId = lines[from]?.userId
    const next = lines.findIndex((line, at) => at > from && line.userId !== userId)
    const to = next < 0 ? lines.length : next
    shown.push(...person(lines.slice(from, to)))
    from = to
  }
  return head() + shown.slice(0, LINES).join('')
}
