import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { MAX_PLACES_PER_CALL } from '../../shared/places.ts'
import { LeaveOutFaulty, PasteSummary } from '../components/import-people/paste-summary.tsx'
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
      <LeaveOutFaulty faulty={faulty} leaveOut={leaveOut} />
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
  const sentence = isTooMany
    ? i18n.t(
        '{count, plural, one {This is # place.} other {These are # places.}} You can create at most {max, plural, one {# place} other {# places}} at once: divide the list.',
        { count: list.count, max: MAX_PLACES_PER_CALL },
      )
    : faulty.length > 0
      ? i18n.t(
          '{count, plural, one {# line has an error.} other {# lines have errors.}} Correct the list, or leave out what does not belong in it.',
          { count: faulty.length },
        )
      : i18n.t('{count, plural, one {# place} other {# places}}', { count: used.length })
  return <PasteSummary isWrong={isWrong} sentence={sentence} unused={list.unused} />
}
