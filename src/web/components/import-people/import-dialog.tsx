import type { ImportPreview } from '../../../shared/import-people.ts'
import { useI18n } from '../../language.ts'
import { progress } from '../../live/live.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinksDialog } from '../invitations/links-dialog.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Columns } from './columns.tsx'
import { Preview } from './preview.tsx'
import { useImport } from './use-import.ts'

/** Imports people from a CSV file: choose the file, check its columns and lines, import, and hand out the links. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const state = useImport(onClose)
  const { file, result, fault, setFault, isChecking, isImporting, check, assign, runImport, chooseAnother } = state
  const isBusy = isChecking || isImporting
  if (result) return <LinksDialog invitations={result.invitations} onClose={onClose} />
  const actions = { pending: isImporting, onChooseAnother: chooseAnother, onImport: () => void runImport() }
  return (
    <Dialog
      open
      size="lg"
      title={i18n.t('Import users')}
      description={
        file
          ? undefined
          : i18n.t('From a CSV file or an Excel workbook. You see every line before anything is written.')
      }
      onClose={onClose}
      askBeforeClose={() => (isImporting ? 'stay' : undefined)}
      footer={file && <PreviewActions preview={file.preview} checking={isChecking} {...actions} />}
    >
      {file ? (
        <>
          <Columns preview={file.preview} pending={isBusy} onAssign={(next) => void assign(next)} />
          {file.preview.missing.length === 0 && (
            <Preview
              preview={file.preview}
              pending={isBusy}
              onCorrect={state.correct}
              onMean={state.mean}
              onMeanRole={state.meanRole}
            />
          )}
        </>
      ) : (
        <ChooseFile pending={isChecking} fault={fault} onFault={setFault} onRead={(csv) => void check(csv)} />
      )}
    </Dialog>
  )
}

function PreviewActions({
  preview: { lines, faulty, missing },
  checking,
  pending,
  onChooseAnother,
  onImport,
}: {
  preview: ImportPreview
  checking: boolean
  pending: boolean
  onChooseAnother: () => void
  onImport: () => void
}) {
  const i18n = useI18n()
  return (
    <>
      {pending && <ImportProgress />}
      <Button onClick={onChooseAnother} disabled={pending}>
        {i18n.t('Choose another file')}
      </Button>
      {missing.length === 0 && (
        <Button
          variant="primary"
          onClick={onImport}
          pending={pending}
          disabled={faulty === lines.length || checking}
          className="max-md:flex-1"
        >
          {pending
            ? i18n.t('Importing...')
            : i18n.t('{count, plural, one {Import # user} other {Import # users}}', { count: lines.length - faulty })}
        </Button>
      )}
    </>
  )
}

/** Shows how many people are prepared. Each password takes a moment; the people are written all at once at the end. */
function ImportProgress() {
  const i18n = useI18n()
  const state = progress.use()
  if (!state) return null
  const { done, total } = state
  return (
    <div className="min-w-0 flex-1 max-md:basis-full">
      <div
        role="progressbar"
        aria-label={i18n.t('Import ##progress of people')}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        className="h-1.5 overflow-hidden rounded-full bg-control/25 forced-colors:outline"
      >
        <div
          className="h-full bg-accent forced-colors:bg-[CanvasText] transition-[width] duration-150"
          style={{ width: `${(100 * done) / total}%` }}
        />
      </div>
      <p className="mt-1.5 text-muted text-sm tabular">
        {i18n.t(
          '{total, plural, one {Importing {done, number} of # person} other {Importing {done, number} of # people}}',
          { done, total },
        )}
      </p>
    </div>
  )
}
