import { Trans } from '@lingui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Eye, EyeOff, MessageSquareText } from 'lucide-react'
import { type Feedback, feedbackApi, type FeedbackPage as Page } from '../../shared/feedback.ts'
import { formatTenths } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import { call } from '../api/call.ts'
import { keyOf, useCall } from '../api/queries.ts'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { Ago } from '../components/time/ago.tsx'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { categoryLabel } from './category-label.ts'
import { readFeedbackSearch } from './search-params.ts'
import { Stars } from './stars.tsx'

const nothing = {
  all: { title: msg('No feedback yet'), words: msg('Everybody finds “Send feedback” in the menu at their initials.') },
  visible: { title: msg('No visible feedback'), words: msg('Choose another list above.') },
  hidden: { title: msg('No hidden feedback'), words: msg('Choose another list above.') },
}

const choices = [
  { value: 'all', label: msg('All ##feedback') },
  { value: 'visible', label: msg('Visible ##feedback') },
  { value: 'hidden', label: msg('Hidden ##feedback') },
] as const

/** The feedback of all people, newest first. */
export function FeedbackScreen() {
  const i18n = useI18n()
  const { show } = useAddress(readFeedbackSearch)
  const navigate = useNavigate()
  const visible = show && (show === 'visible' ? 'true' : 'false')
  const reply = useInfiniteQuery({
    queryKey: [...keyOf(feedbackApi.list, { query: { visible } }), 'pages'],
    queryFn: ({ pageParam, signal }) => call(feedbackApi.list, { query: { visible, after: pageParam } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: Page) => last.next ?? undefined,
    meta: { reads: feedbackApi.list.reads },
  })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = reply
  const entries = data?.pages.flatMap(({ feedback }) => feedback) ?? []
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col px-3.5 py-3 md:px-6 md:py-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          label={i18n.t('Which feedback')}
          value={show ?? 'all'}
          choices={choices.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
          onChange={(value) => void navigate({ to: '.', search: (value === 'all' ? {} : { show: value }) as never })}
          className="max-md:w-full"
        />
        <Summary page={data?.pages.at(-1)} />
      </div>
      {data ? (
        entries.length > 0 ? (
          <>
            <ul className="mt-2 grid grid-cols-1 gap-2.5">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
            {hasNextPage && (
              <Button className="mx-auto mt-4" onClick={() => void fetchNextPage()} pending={isFetchingNextPage}>
                {i18n.t('Show more')}
              </Button>
            )}
          </>
        ) : (
          <EmptyState icon={MessageSquareText} title={i18n.t(nothing[show ?? 'all'].title)}>
            {i18n.t(nothing[show ?? 'all'].words)}
          </EmptyState>
        )
      ) : (
        <NotLoaded query={reply} failure={i18n.t('The feedback could not be loaded.')}>
          <LoadingBars
            words={i18n.t('Loading feedback...')}
            count={4}
            bars="h-30 rounded-card!"
            className="mt-2 grid gap-2.5"
          />
        </NotLoaded>
      )}
    </div>
  )
}

function Summary({ page }: { page: Page | undefined }) {
  const i18n = useI18n()
  if (!page || page.averageRating === null) return null
  return (
    <p className="flex items-center gap-2 text-sm tabular">
      <Stars rating={page.averageRating} />
      <span className="min-w-0">
        <Trans
          id="{count, plural, one {<0>{average}</0> <1>on average of # entry</1>} other {<0>{average}</0> <1>on average of # entries</1>}}"
          values={{ average: formatTenths(page.averageRating, { i18n }), count: page.total }}
          components={{ 0: <span className="font-semibold" />, 1: <span className="text-muted" /> }}
        />
      </span>
    </p>
  )
}

function Entry({ entry }: { entry: Feedback }) {
  const i18n = useI18n()
  const { id, user, rating, category, comment, isVisible, createdAt } = entry
  const { mutate, isPending } = useCall(feedbackApi.update, {
    onSuccess: (after) => toast({ title: after.isVisible ? i18n.t('Feedback shown') : i18n.t('Feedback hidden') }),
    onError: () => toastError(i18n.t('Failed to update feedback')),
  })
  const Icon = isVisible ? EyeOff : Eye
  return (
    <li className={cx('rounded-card border border-line bg-surface p-4 shadow-card', !isVisible && 'bg-sunken')}>
      <div className="flex items-start gap-3">
        <Avatar person={user} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
              {fullName(user)}
            </span>
            <Ago iso={createdAt} className="tabular text-muted text-sm" />
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {rating !== null && <Stars rating={rating} />}
            {category && (
              <Badge className="min-w-0">
                <span className="truncate">{categoryLabel(category, i18n)}</span>
              </Badge>
            )}
            {!isVisible && <Badge tone="medium">{i18n.t('Hidden ##feedback')}</Badge>}
          </p>
        </div>
        <Button
          variant="ghost"
          pending={isPending}
          onClick={() => mutate({ params: { id }, body: { isVisible: !isVisible } })}
          aria-label={
            isVisible
              ? i18n.t('Hide the feedback of {name}', { name: fullName(user) })
              : i18n.t('Show the feedback of {name}', { name: fullName(user) })
          }
          className="-mt-1.5 -me-2 touch:-mt-2 touch:-me-3"
        >
          {!isPending && <Icon aria-hidden="true" className="size-4" />}
          <span className="max-md:sr-only">{isVisible ? i18n.t('Hide') : i18n.t('Show')}</span>
        </Button>
      </div>
      {comment && (
        <p dir="auto" className="mt-3 whitespace-pre-wrap wrap-anywhere">
          {comment}
        </p>
      )}
    </li>
  )
}
