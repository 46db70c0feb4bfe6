import { CircleAlert, CircleCheck, ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { MAX_PLACES_PER_CALL } from '../../shared/places.ts'
import { formatSeries } from '../../shared/words/formats.ts'
import { PasteNote } from '../components/import-people/paste-note.tsx'
import { UnknownDepartments } from '../components/import-people/unknown-departments.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PasteLine } from './paste-line.tsx'
import type { PlacesPaste } from './use-paste.ts'

/** A longer list shows this many places at first, and those with faults. */
const MAX_SHOWN = 60

/** The places from the text, each with its faults, which are corrected here. */
export function PlacesPreview({ paste, onExample }: { paste: PlacesPaste; onExample: () => void }) {
  const i18n = useI18n()
  const [all, setAll] = useState(false)
  const { places, list, faulty, leaveOut, meaningOf, mean, mayManage, corrections } = paste
  if (list.count === 0)
    return (
      <EmptyState
        icon={ClipboardPaste}
        title={i18n.t('The places of your list appear here')}
        action={<Button onClick={onExample}>{i18n.t('Try an example')}</Button>}
      >
        {i18n.t('Copy the rows from a spreadsheet, or type one line: {example}.', {
          example: `101–160, ${i18n.t('Floor 1')}`,
        })}
      </EmptyState>
    )
  // In the order of the list, so that no field moves away while somebody types in it.
  const shown = places.filter(
    ({ key, faults }, at) => all || at < MAX_SHOWN || faults.length > 0 || corrections.has(key),
  )
  return (
    <>
      <Summary paste={paste} />
      {list.unknown.length > 0 && (
        <UnknownDepartments
          names={list.unknown}
          pending={paste.isCreating}
          others={[
            { value: 'name', label: i18n.t('A part of the name') },
            { value: 'none', label: i18n.t('Leave out') },
          ]}
          chosenOf={(words) => String(meaningOf(words) ?? (list.beside.has(words) ? 'name' : ''))}
          mayChoose={mayManage}
          onMean={({ name, departmentId }) => mean(name, departmentId)}
          onOther={(words, value) => mean(words, value === 'none' ? 'none' : 'name')}
        />
      )}
      {faulty.length > 0 && (
        <Button
          onClick={() =>
            leaveOut(
              faulty.map(({ key }) => key),
              true,
            )
          }
          className="mb-2 self-start"
        >
          {i18n.t('{count, plural, one {Leave out the line with an error} other {Leave out the # lines with errors}}', {
            count: faulty.length,
          })}
        </Button>
      )}
      <ul aria-label={i18n.t('Places of the list')} className="divide-y divide-line">
        {shown.map((place) => (
          <PasteLine key={place.key} place={place} paste={paste} />
        ))}
      </ul>
      {shown.length < places.length && (
        <Button variant="ghost" onClick={() => setAll(true)} className="mt-2">
          {i18n.t('{count, plural, one {Show all # place} other {Show all # places}}', { count: places.length })}
        </Button>
      )}
    </>
  )
}

/** The faults of the list as a whole, or that there are none. */
function Summary({ paste: { list, used, faulty, isTooMany } }: { paste: PlacesPaste }) {
  const i18n = useI18n()
  const isWrong = isTooMany || faulty.length > 0
  const Icon = isWrong ? CircleAlert : CircleCheck
  return (
    <div role="status" className="mb-3 flex flex-col gap-2">
      <PasteNote tone={isWrong ? 'tint-overdue' : 'tint-done'}>
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="text-balance">
          {isTooMany
            ? i18n.t(
                '{count, plural, one {This is # place.} other {These are # places.}} You can create at most {max, plural, one {# place} other {# places}} at once: divide the list.',
                { count: list.count, max: MAX_PLACES_PER_CALL },
              )
            : faulty.length > 0
              ? i18n.t(
                  '{count, plural, one {# line has an error.} other {# lines have errors.}} Correct the list, or leave out what does not belong in it.',
                  { count: faulty.length },
                )
              : i18n.t('{count, plural, one {# place} other {# places}}', { count: used.length })}
        </span>
      </PasteNote>
      {list.unused.length > 0 && (
        <PasteNote tone="tint-medium">
          {i18n.t('These columns are not used: {columns}', {
            columns: formatSeries(
              list.unused.slice(0, 20).map((name) => name.slice(0, 60)),
              { i18n },
            ),
          })}
        </PasteNote>
      )}
    </div>
  )
}
