import { useState } from 'react'
import type { PublishPreview } from '../../shared/roster/publish-shapes.ts'
import { MAX_ROSTER_REASON, MIN_LATE_REASON } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { formatDateTime } from '../../shared/words/formats.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { PlainFormDialog } from '../components/forms/plain-form-dialog.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Field, Textarea } from '../ui/field.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { spanInWords } from './shift-words.ts'
import { warningInWords } from './warning-words.ts'

interface Days {
  departmentId: number
  from: string
  to: string
}

/** Shows what a publish would do, and publishes it. */
export function PublishDialog({ days, onClose }: { days: Days; onClose: () => void }) {
  const i18n = useI18n()
  const query = useReply(rosterApi.preview, { query: days })
  const { mutateAsync: publish, isPending } = useCall(rosterApi.publish)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const preview = query.data
  const needsReason = (preview?.late.length ?? 0) > 0
  const submit = async () => {
    if (!preview) return
    if (needsReason && Array.from(reason.trim()).length < MIN_LATE_REASON)
      return setFault(
        i18n.t('Say why it is late, in {min, plural, one {# character} other {# characters}} or more', {
          min: MIN_LATE_REASON,
        }),
      )
    try {
      const { asked } = await publish({ body: { ...days, expected: preview.expected, reason } })
      toast({
        title: i18n.t('The plan is published'),
        ...(asked > 0 && {
          description: i18n.t('{count, plural, one {# change waits for a yes} other {# changes wait for a yes}}', {
            count: asked,
          }),
        }),
      })
      onClose()
    } catch (error) {
      toastError(messageOf(error, i18n.t('The plan could not be published')))
      void query.refetch()
    }
  }
  return (
    <PlainFormDialog
      title={i18n.t('Publish the plan')}
      submitLabel={i18n.t('Publish')}
      pending={isPending || !preview || preview.faults.length > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {!preview ? (
        <NotLoaded query={query} failure={i18n.t('The changes could not be loaded.')}>
          <LoadingBars bars="h-5 mb-2" count={4} />
        </NotLoaded>
      ) : (
        <>
          <Preview preview={preview} />
          {needsReason && (
            <Field
              label={i18n.t('Why is it late?')}
              required
              hint={i18n.t('The people concerned read it.')}
              {...(fault && { error: fault })}
            >
              <Textarea
                value={reason}
                maxLength={MAX_ROSTER_REASON}
                onChange={({ target }) => {
                  setReason(target.value)
                  setFault(undefined)
                }}
              />
            </Field>
          )}
        </>
      )}
    </PlainFormDialog>
  )
}

function Preview({ preview }: { preview: PublishPreview }) {
  const reader = useReader()
  const { i18n } = reader
  const { added, changed, removed, late, faults, warnings, people } = preview
  const names = new Map(people.map(({ user }) => [user.id, fullName(user)]))
  const about = (wanted: 'away' | 'unavailable' | 'workRule') =>
    warnings.filter(({ rule }) => (rule === 'away' || rule === 'unavailable' ? rule : 'workRule') === wanted)
  const warned = [
    { heading: i18n.t('Away ##a person'), about: about('away') },
    { heading: i18n.t('Rules that the plan would break'), about: about('workRule') },
    { heading: i18n.t('Against the wishes of people'), about: about('unavailable') },
  ]
  return (
    <div className="grid gap-4">
      <p className="font-medium">
        {[
          added > 0 && i18n.t('{count, plural, one {# added} other {# added}} ##planned shifts', { count: added }),
          changed > 0 &&
            i18n.t('{count, plural, one {# changed} other {# changed}} ##planned shifts', { count: changed }),
          removed > 0 &&
            i18n.t('{count, plural, one {# removed} other {# removed}} ##planned shifts', { count: removed }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {faults.length > 0 && (
        <List heading={i18n.t('Impossible')} isFault>
          {faults.map(({ code, userId, date, shiftIds }) => (
            <li key={`${code} ${shiftIds.join()}`}>
              {code === 'overlaps'
                ? i18n.t('{date}: {name} would have two shifts at once', { date, name: names.get(userId) ?? '' })
                : i18n.t('{date}: {name} no longer works in this department', { date, name: names.get(userId) ?? '' })}
            </li>
          ))}
        </List>
      )}
      {late.length > 0 && (
        <List heading={i18n.t('Late')}>
          {late.map(({ id, before, after, isAsked }) => {
            const shift = after ?? before
            return (
              <li key={id}>
                {shift && spanInWords(shift, reader)}
                {shift?.userId && ` · ${names.get(shift.userId) ?? ''}`}
                {isAsked && ` · ${i18n.t('waits for a yes')}`}
              </li>
            )
          })}
        </List>
      )}
      {warned.map(
        ({ heading, about }) =>
          about.length > 0 && (
            <List key={heading} heading={heading}>
              {about.map((warning) => (
                <li key={`${warning.userId} ${warning.rule} ${warning.at}`}>
                  <bdi>{names.get(warning.userId)}</bdi> {warningInWords(warning, reader)}
                </li>
              ))}
            </List>
          ),
      )}
      {people.length > 0 && (
        <List
          heading={i18n.t('{count, plural, one {# person is told} other {# people are told}}', {
            count: people.length,
          })}
        >
          {people.map(({ user, rings, ringsAt }) => (
            <li key={user.id}>
              <bdi>{fullName(user)}</bdi>{' '}
              <span className="text-muted">
                {rings === 'now'
                  ? i18n.t('now')
                  : rings === 'clock_in'
                    ? i18n.t('at the next clock-in')
                    : i18n.t('on {time}', { time: formatDateTime(ringsAt ?? '', reader) })}
              </span>
            </li>
          ))}
        </List>
      )}
    </div>
  )
}

const List = ({
  heading,
  isFault = false,
  children,
}: {
  heading: string
  isFault?: boolean
  children: React.ReactNode
}) => (
  <section>
    <h3 className={isFault ? 'font-semibold text-overdue' : 'font-semibold'}>{heading}</h3>
    <ul className="mt-1 grid max-h-48 gap-0.5 overflow-y-auto text-sm">{children}</ul>
  </section>
)
