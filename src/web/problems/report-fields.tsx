import { Camera, ChevronDown, ImagePlus, MapPin } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { MAX_PLACE } from '../../shared/task-kinds.ts'
import { useViewer } from '../api/viewer.ts'
import { MIN_SEARCHABLE } from '../components/choice/choice-menu.tsx'
import { DepartmentPicker } from '../components/choice/department-picker.tsx'
import { useI18n } from '../language.ts'
import { DraftPhotos } from '../task/photos/draft-photos.tsx'
import { usePhotoInputs } from '../task/photos/photo-inputs.tsx'
import { retryPhoto, usePhotoWorks } from '../task/photos/photo-work.ts'
import { picturesOf } from '../task/photos/picture-files.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Field, GrowingInput, Input, Textarea } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import type { useReport } from './use-report.ts'

interface Props {
  report: ReturnType<typeof useReport>
}

/** The problem, a photo of it, its place, whether it can wait, and who should see it. The rest is folded away. */
export function ReportFields({ report }: Props) {
  const i18n = useI18n()
  const { draft, change, faults, choosePhotos } = report
  const title = useRef<HTMLTextAreaElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <Field label={i18n.t('What is wrong?')} required error={faults.title ?? ''}>
        <GrowingInput
          ref={title}
          data-field="title"
          value={draft.title}
          enterKeyHint="send"
          placeholder={i18n.t('For example: The tap drips')}
          onChange={({ target }) => change({ title: target.value })}
          onPaste={(event) => {
            const files = picturesOf(event.clipboardData)
            if (files.length === 0) return
            event.preventDefault()
            choosePhotos(files)
          }}
          className="min-h-12! py-2.5! text-lg!"
        />
      </Field>
      <Photos report={report} />
      <Place report={report} />
      <Switch
        label={i18n.t('It cannot wait')}
        note={i18n.t('High priority: it stands above everything else.')}
        checked={draft.isHigh}
        onChange={(isHigh) => change({ isHigh })}
      />
      <Departments report={report} />
      <More report={report} />
    </>
  )
}

/** On phones the camera comes first; everywhere photos are chosen from the device. */
function Photos({ report: { draft, choosePhotos, removePhoto } }: Props) {
  const i18n = useI18n()
  const { id: by } = useViewer()
  // It decides which reports can be sent.
  usePhotoWorks()
  const photos = usePhotoInputs(choosePhotos)
  return (
    <div className="flex flex-col gap-1">
      {photos.inputs}
      <div className="flex flex-wrap gap-2">
        <Button size="lg" onClick={photos.takePhoto} className="hidden! flex-1 touch:inline-flex!">
          <Camera aria-hidden="true" className="size-5" />
          {i18n.t('Take a photo')}
        </Button>
        <Button size="lg" aria-label={i18n.t('Add photos')} onClick={photos.choosePhotos} className="touch:px-3.5!">
          <ImagePlus aria-hidden="true" className="size-5" />
          <span className="touch:hidden">{i18n.t('Add photos')}</span>
        </Button>
      </div>
      <div className="-ms-3">
        <DraftPhotos ids={draft.photos} onRemove={removePhoto} onRetry={(photo) => retryPhoto(photo, by)} />
      </div>
    </div>
  )
}

function Place({ report: { draft, change, offeredPlaces } }: Props) {
  const i18n = useI18n()
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col gap-2">
      <Field label={i18n.t('Where?')}>
        <Input
          ref={field}
          value={draft.place}
          maxLength={MAX_PLACE}
          autoComplete="off"
          enterKeyHint="done"
          placeholder={i18n.t('For example: Room 218')}
          onChange={({ target }) => change({ place: target.value })}
          className="h-11!"
        />
      </Field>
      {offeredPlaces.length > 0 && (
        // On phones one row, which scrolls sideways: the parts below must be in view without a swipe.
        <ul
          aria-label={i18n.t('Suggested places')}
          className="-mx-4 flex gap-2 px-4 py-1 -my-1 max-md:overflow-x-auto max-md:[scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
        >
          {offeredPlaces.map((name) => (
            <li key={name} className="max-w-[75%] shrink-0 md:max-w-full">
              <button
                type="button"
                onClick={() => change({ place: name })}
                className="flex h-9 max-w-full items-center gap-1.5 rounded-full bg-sunken px-3 font-medium text-sm forced-colors:border hover:bg-hover touch:h-11 touch:px-3.5"
              >
                <MapPin aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
                <span dir="auto" className="truncate">
                  {name}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The departments as chips. One is chosen. */
function Departments({ report: { departments, departmentId, change, faults } }: Props) {
  const i18n = useI18n()
  const name = useId()
  if (departments.length >= MIN_SEARCHABLE) {
    return (
      <Field label={i18n.t('Who should see it?')} required error={faults.department ?? ''}>
        <DepartmentPicker
          may={(id) => id !== null}
          value={departmentId === null ? '' : String(departmentId)}
          none={i18n.t('Choose a department')}
          onChange={(id) => change({ departmentId: id === '' ? null : Number(id) })}
        />
      </Field>
    )
  }
  // The one that takes the focus if none is chosen.
  const first = departmentId ?? departments[0]?.id
  return (
    <fieldset aria-describedby={faults.department ? `${name}fault` : undefined} className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">
        {i18n.t('Who should see it?')}
        <span aria-hidden="true" className="text-muted">
          {' *'}
        </span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {departments.map(({ id, name: label }) => (
          <label
            key={id}
            className={cx(
              'relative flex min-h-9 max-w-full cursor-pointer items-center rounded-full border border-control bg-surface px-3.5 py-1 font-medium text-sm leading-tight touch:min-h-11 touch:px-4 touch:text-md',
              'has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent forced-colors:has-checked:outline',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 [&:not(:has(:checked))]:hover:bg-hover',
              faults.department && 'border-overdue!',
            )}
          >
            <input
              type="radio"
              name={name}
              data-field={id === first ? 'department' : undefined}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={id === departmentId}
              onChange={() => change({ departmentId: id })}
            />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {label}
            </span>
          </label>
        ))}
      </div>
      {faults.department && (
        <p id={`${name}fault`} className="mt-1.5 font-medium text-overdue text-sm">
          {faults.department}
        </p>
      )}
    </fieldset>
  )
}

function More({ report: { draft, change } }: Props) {
  const i18n = useI18n()
  const id = useId()
  const [isOpen, setOpen] = useState(draft.description !== '')
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-mx-1 flex min-h-9 items-center gap-1.5 rounded-control px-1 font-medium text-muted text-sm hover:text-text touch:min-h-11"
      >
        <ChevronDown
          aria-hidden="true"
          className={cx('size-4 transition-transform duration-120', !isOpen && '-rotate-90 rtl:rotate-90')}
        />
        {i18n.t('More details')}
      </button>
      <div id={id} hidden={!isOpen} className="pt-2">
        <Field label={i18n.t('Description')}>
          <Textarea
            rows={3}
            maxLength={10_000}
            value={draft.description}
            onChange={({ target }) => change({ description: target.value })}
          />
        </Field>
      </div>
    </div>
  )
}
