import { CircleAlert, CircleCheck, FolderUp, RotateCw, Upload, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { may } from '../../shared/permissions.ts'
import { type SopAudience, sopAudiences, sopsApi } from '../../shared/sops.ts'
import { faultOf as faultIn } from '../api/call-endpoint.ts'
import { deployment } from '../api/deployment.ts'
import { upload } from '../api/upload.ts'
import { useViewer } from '../api/viewer.ts'
import { DepartmentPicker } from '../components/choice/department-picker.tsx'
import { sopAudienceLabels } from '../components/labels/sop-audience.ts'
import { i18nNow, useI18n } from '../language.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DropZone } from '../ui/drop-zone.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { SelectOptions } from '../ui/select-options.tsx'
import { isPdf, pdfTitle } from './pdf-file.ts'
import { type QueuedFile, uploadQueue } from './upload-queue.ts'

/** Uploads many PDFs, each as a procedure of its own. */
export function UploadManyDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const [departmentId, setDepartmentId] = useState('')
  const [visibleTo, setVisibleTo] = useState<SopAudience>('department')
  const { files, queue, start, isStarted } = useUploadQueue({ departmentId, visibleTo, version: '1.0' })
  const folder = useRef<HTMLInputElement>(null)
  const add = (added: readonly File[]) => queue.add(added.map((file) => ({ file, title: pdfTitle(file) })))
  const count = (...states: QueuedFile['state'][]) => files.filter(({ state }) => states.includes(state)).length
  const [done, open] = [count('done'), count('waiting', 'uploading', 'paused')]
  const isBusy = isStarted && open > 0
  const refused = files.filter((file) => file.state === 'refused' && faultOf(file.file) === undefined)
  return (
    <Dialog
      open
      size="lg"
      title={i18n.t('Upload several PDFs')}
      description={i18n.t('Each file becomes a procedure. Its title comes from the name of the file.')}
      onClose={onClose}
      askBeforeClose={() =>
        open > 0
          ? {
              text: i18n.t(
                '{count, plural, one {# file has not been uploaded.} other {# files have not been uploaded.}} Close?',
                {
                  count: open,
                },
              ),
              stay: i18n.t('Keep open'),
              leave: i18n.t('Close'),
            }
          : undefined
      }
      footer={(requestClose) => (
        <>
          {files.length > 0 && (
            <p role="status" className="me-auto text-muted text-sm tabular max-md:basis-full">
              {i18n.t('{done, number} of {total, plural, one {# file uploaded} other {# files uploaded}}', {
                done,
                total: files.length,
              })}
            </p>
          )}
          {isStarted && refused.length > 0 && !isBusy && (
            <Button onClick={() => void queue.retry(refused.map(({ key }) => key))}>
              <RotateCw aria-hidden="true" className="size-4" />
              {i18n.t('Try again')}
            </Button>
          )}
          <Button onClick={requestClose} {...(isStarted && open === 0 && { variant: 'primary' as const })}>
            {isStarted && open === 0 ? i18n.t('Done ##button that closes') : i18n.t('Cancel')}
          </Button>
          {(!isStarted || open > 0) && (
            <Button variant="primary" pending={isBusy} disabled={open === 0} onClick={start} className="max-md:flex-1">
              {isBusy
                ? i18n.t('Uploading...')
                : i18n.t('{count, plural, =0 {Upload} one {Upload # file} other {Upload # files}}', { count: open })}
            </Button>
          )}
        </>
      )}
    >
      <div className="flex flex-col gap-5">
        <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
          <Field label={i18n.t('Department')}>
            <DepartmentPicker
              may={(id) => may(viewer, 'sop:create', { departmentId: id })}
              none={i18n.t('Global (all departments)')}
              value={departmentId}
              onChange={setDepartmentId}
            />
          </Field>
          {departmentId !== '' && (
            <Field label={i18n.t('Who may find and read it?')}>
              <Select value={visibleTo} onChange={({ target }) => setVisibleTo(target.value as SopAudience)}>
                <SelectOptions values={sopAudiences} labels={sopAudienceLabels} />
              </Select>
            </Field>
          )}
        </div>
        <DropZone
          label={i18n.t('PDF files')}
          accept="application/pdf,.pdf"
          onFiles={add}
          className="min-h-23 flex-wrap justify-center py-4"
        >
          {(choose) => (
            <>
              <Button onClick={choose}>
                <Upload aria-hidden="true" className="size-4" />
                {i18n.t('Choose PDFs')}
              </Button>
              <Button onClick={() => folder.current?.click()} className="touch:hidden">
                <FolderUp aria-hidden="true" className="size-4" />
                {i18n.t('Choose a folder')}
              </Button>
              <input
                ref={folder}
                type="file"
                tabIndex={-1}
                aria-label={i18n.t('Folder with PDF files')}
                className="sr-only"
                {...{ webkitdirectory: '' }}
                onChange={({ target }) => {
                  add([...(target.files ?? [])].filter(({ name }) => !name.startsWith('.')))
                  target.value = ''
                }}
              />
              <p className="basis-full text-center text-muted text-sm">
                <span className="max-md:hidden">{i18n.t('or drop files and folders here.')} </span>
                {i18n.t('At most {max} MB each', { max: deployment.maxUploadMb })}
              </p>
            </>
          )}
        </DropZone>
        {files.length > 0 && (
          <ul aria-label={i18n.t('Files')} className="divide-y divide-line rounded-card border border-line">
            {files.map((file) => (
              <FileRow key={file.key} file={file} queue={queue} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

type Queue = ReturnType<typeof uploadQueue>

/** Why a file is refused before it is sent. */
function faultOf(file: File) {
  const i18n = i18nNow()
  if (!isPdf(file)) return i18n.t('Only PDF files are allowed')
  if (file.size > deployment.maxUploadMb * 1024 * 1024)
    return i18n.t('This file is too large. The most is {max} MB.', { max: deployment.maxUploadMb })
  return undefined
}

/** The queue of this dialog. Closing the dialog ends it. */
function useUploadQueue(form: { departmentId: string; visibleTo: SopAudience; version: string }) {
  const [files, setFiles] = useState<readonly QueuedFile[]>([])
  const [isStarted, setStarted] = useState(false)
  const latest = useRef(form)
  latest.current = form
  const [queue] = useState(() =>
    uploadQueue({
      send: ({ file, title }, onProgress, signal) =>
        upload(sopsApi.create, { form: { ...latest.current, title }, files: { file } }, { onProgress, signal }),
      faultOf,
      describe: (error) =>
        error instanceof TypeError
          ? i18nNow().t('The network is away. Try again.')
          : faultIn(error, i18nNow().t('Failed to upload SOP')),
      onChange: setFiles,
    }),
  )
  useEffect(() => () => queue.stop(), [queue])
  const start = () => {
    setStarted(true)
    void queue.start()
  }
  return { files, queue, isStarted, start }
}

/** A file with its title, its progress, and why it was refused. */
function FileRow({ file: { key, file, title, state, share, fault }, queue }: { file: QueuedFile; queue: Queue }) {
  const i18n = useI18n()
  const isOpen = state === 'waiting' || state === 'refused'
  return (
    <li className="flex items-start gap-3 px-3.5 py-2.5">
      <div className="min-w-0 flex-1">
        {isOpen && faultOf(file) === undefined ? (
          <Field label={i18n.t('Title of {file}', { file: file.name })} hidesLabel>
            <Input
              value={title}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => queue.rename(key, target.value)}
            />
          </Field>
        ) : (
          <p dir="auto" className="font-medium wrap-anywhere">
            {title}
          </p>
        )}
        <p dir="auto" className="mt-1 truncate text-muted text-sm" title={file.name}>
          {file.name}
        </p>
        {fault && <p className="mt-0.5 font-medium text-overdue text-sm wrap-anywhere">{fault}</p>}
        {state === 'paused' && (
          <p className="mt-0.5 text-muted text-sm">{i18n.t('The server asks to wait. It goes on by itself.')}</p>
        )}
        {state === 'uploading' && (
          <ProgressBar label={i18n.t('Upload of {file}', { file: file.name })} share={share} className="mt-1.5" />
        )}
      </div>
      <span className="flex min-h-9 shrink-0 items-center gap-1">
        {state === 'done' && (
          <>
            <CircleCheck aria-hidden="true" className="size-4.5 text-done" />
            <span className="sr-only">{i18n.t('Uploaded')}</span>
          </>
        )}
        {state === 'refused' && <CircleAlert aria-hidden="true" className="size-4.5 text-overdue" />}
        {isOpen && (
          <IconButton label={i18n.t('Leave out {name}', { name: file.name })} onClick={() => queue.leaveOut(key)}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </span>
    </li>
  )
}
