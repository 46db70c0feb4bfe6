import { Trans } from '@lingui/react'
import { AlarmClock, BellRing, type LucideIcon, Repeat } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { kindOf, type Reminder, remindersApi } from '../../shared/reminders.ts'
import { useCan } from '../api/viewer.ts'
import { reminderHref } from '../components/addresses/hrefs.ts'
import { CardActions } from '../components/forms/card-actions.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { Ago } from '../components/time/ago.tsx'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { Badge } from '../ui/badge.tsx'
import { cx } from '../ui/class-names.ts'
import { OpeningLink } from '../ui/opening-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ReminderDue } from './due.tsx'
import { kindStyles, reminderAudienceOf } from './kinds.ts'
import { RuleDescription } from './rule-description.tsx'

const frame = 'flex min-w-0 md:min-h-52 flex-col rounded-card border border-line bg-surface p-4 shadow-card'

/** A reminder: its kind, text, time and recipients. A click anywhere on the card opens it. */
export function ReminderCard({ reminder, onOpen }: { reminder: Reminder; onOpen: () => void }) {
  const { id, title, description, cronRule, isActive } = reminder
  const i18n = useI18n()
  const titleId = useId()
  const kind = kindStyles[kindOf(reminder)]
  return (
    <article
      aria-labelledby={titleId}
      className={cx(
        frame,
        'relative transition-colors duration-120 [contain-intrinsic-size:auto_13rem] [content-visibility:auto] hover:border-control/60',
        'has-[h3_a:focus-visible]:outline-2 has-[h3_a:focus-visible]:outline-accent',
        !isActive && 'bg-transparent shadow-none',
      )}
    >
      <div className="flex min-h-6 items-center gap-1.5 max-[17rem]:flex-wrap">
        <span className="flex min-w-0 flex-wrap gap-1.5">
          <Badge tone={kind.tone}>
            <kind.icon aria-hidden="true" className="size-3" />
            {i18n.t(kind.label)}
          </Badge>
          {cronRule && (
            <Badge tone="progress">
              <Repeat aria-hidden="true" className="size-3" />
              {i18n.t('Recurring')}
            </Badge>
          )}
        </span>
        <CardActions
          id={id}
          name={title}
          onEdit={useCan('reminder:update', reminder) && onOpen}
          mayDelete={useCan('reminder:delete', reminder)}
          endpoint={remindersApi.remove}
          deletedMessage={i18n.t('Reminder deleted successfully')}
          failureMessage={() => i18n.t('Failed to delete reminder')}
        />
      </div>
      <h3 id={titleId} title={title} className="mt-2 font-semibold text-md/snug">
        <OpeningLink
          dir="auto"
          href={reminderHref(id)}
          onOpen={onOpen}
          className="line-clamp-3 cursor-pointer outline-none wrap-anywhere after:absolute after:inset-0"
        >
          {title}
        </OpeningLink>
      </h3>
      {description && (
        <p dir="auto" className="mt-1 line-clamp-3 text-muted wrap-anywhere">
          {description}
        </p>
      )}
      <Details reminder={reminder} />
    </article>
  )
}

function Details({ reminder }: { reminder: Reminder }) {
  const i18n = useI18n()
  const { cronRule, nextRun, lastTriggered } = reminder
  const { icon } = kindStyles[kindOf(reminder)]
  return (
    <div className="mt-auto flex flex-col gap-1 pt-4 text-sm">
      <Line icon={AlarmClock}>
        <ReminderDue reminder={reminder} />
        <span className="text-muted tabular">
          <span className="sr-only">, </span>
          <When iso={nextRun} as="moment" />
        </span>
      </Line>
      {cronRule && (
        <Line icon={Repeat}>
          <span className="min-w-0 wrap-anywhere">
            <RuleDescription rule={cronRule} />
          </span>
        </Line>
      )}
      <Line icon={icon}>
        <span className="min-w-0 wrap-anywhere">
          <Audience reminder={reminder} />
        </span>
      </Line>
      <Line icon={BellRing}>
        <span className="text-muted">
          {lastTriggered ? (
            <Trans id="Last triggered {ago}" values={{ ago: <Ago iso={lastTriggered} /> }} />
          ) : (
            i18n.t('Not sent yet')
          )}
        </span>
      </Line>
    </div>
  )
}

/** The recipients, and the creator if that is somebody else: "Ana Reis, from Amara Okafor". */
function Audience({ reminder }: { reminder: Reminder }) {
  const { user, creator } = reminder
  const audience = reminderAudienceOf(reminder, useI18n())
  if (creator.id === user?.id) return audience
  return (
    <Trans
      id="{recipients}<0>, from {name}</0>"
      values={{ recipients: <>{audience}</>, name: <>{fullName(creator)}</> }}
      components={{ 0: <span className="text-muted" /> }}
    />
  )
}

const Line = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <p className="flex min-w-0 items-center gap-2">
    <Icon aria-hidden="true" className="size-3.75 shrink-0 text-muted" />
    {children}
  </p>
)

/** A card that is loading. */
export const ReminderCardSkeleton = () => (
  <div className={frame}>
    <Skeleton className="h-5 w-24 rounded-full!" />
    <Skeleton className="mt-3 h-4 w-3/4" />
    <Skeleton className="mt-2.5 h-3.5" />
    <Skeleton className="mt-auto h-3.5 w-2/3" />
    <Skeleton className="mt-2 h-3.5 w-1/2" />
    <Skeleton className="mt-2 h-3.5 w-2/5" />
  </div>
)
