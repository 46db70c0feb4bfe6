import { Trans } from '@lingui/react'
import { Check, CircleDot, FileText } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type Sop, sopsApi } from '../../shared/sops.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCan } from '../api/viewer.ts'
import { sopHref } from '../components/addresses/hrefs.ts'
import { CardActions } from '../components/forms/card-actions.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { OpeningLink } from '../ui/opening-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const frame = 'flex min-h-34 min-w-0 flex-col rounded-card border border-line bg-surface p-4 shadow-card'

/** An SOP. A click anywhere on the card opens it. */
export function SopCard({ sop, onOpen, onEdit }: { sop: Sop; onOpen: () => void; onEdit: () => void }) {
  const { id, title, department, version, creator, uploader, uploadedAt, pages } = sop
  const titleId = useId()
  const i18n = useI18n()
  return (
    <article
      aria-labelledby={titleId}
      className={cx(
        frame,
        'relative transition-colors duration-120 hover:border-control/60 has-[h3_a:focus-visible]:outline-2 has-[h3_a:focus-visible]:outline-accent',
      )}
    >
      <div className="flex items-center gap-2">
        <FileText aria-hidden="true" className="size-4.5 shrink-0 text-accent" />
        <span dir="auto" className="min-w-0 truncate text-muted text-sm">
          {department?.name ?? i18n.t('Global')}
        </span>
        <CardActions
          id={id}
          name={title}
          onEdit={useCan('sop:update', sop) && onEdit}
          mayDelete={useCan('sop:delete', sop)}
          endpoint={sopsApi.remove}
          deletedMessage={i18n.t('SOP deleted successfully')}
          failureMessage={(error) => messageOf(error, i18n.t('Failed to delete SOP'))}
        />
      </div>
      <h3 id={titleId} className="mt-1.5 font-semibold text-md/snug" title={title}>
        <OpeningLink
          dir="auto"
          href={sopHref(id)}
          onOpen={onOpen}
          className="line-clamp-3 outline-none wrap-anywhere after:absolute after:inset-0"
        >
          {title}
        </OpeningLink>
      </h3>
      <p className="mt-1 text-muted text-sm tabular">
        <Detail>{i18n.t('Version {version}', { version })}</Detail>
        <Detail>{i18n.t('{count, plural, one {# page} other {# pages}}', { count: pages })}</Detail>
        <Detail>
          <bdi>{fullName(creator)}</bdi>
        </Detail>
      </p>
      <p className="mt-auto flex items-end justify-between gap-3 pt-3 text-sm">
        <span className="min-w-0 text-muted tabular wrap-anywhere">
          {uploader.id === creator.id ? (
            <Trans id="Uploaded <0/>" components={{ 0: <When iso={uploadedAt} /> }} />
          ) : (
            <Trans
              id="Uploaded <0/> by {name}"
              values={{ name: fullName(uploader) }}
              components={{ 0: <When iso={uploadedAt} /> }}
            />
          )}
        </span>
        <ReadMark readAt={sop.readAt} />
      </p>
    </article>
  )
}

/** One of several details, with a dot between them. A line breaks between details, if it can. */
const Detail = ({ children }: { children: ReactNode }) => (
  <span className="inline-block max-w-full wrap-anywhere not-last:after:px-1.5 not-last:after:content-['·']">
    {children}
  </span>
)

function ReadMark({ readAt }: { readAt: string | null }) {
  const i18n = useI18n()
  return readAt ? (
    <span className="flex shrink-0 items-center gap-1 font-medium text-done">
      <Check aria-hidden="true" className="size-3.5" />
      {i18n.t('Read ##by the viewer')}
    </span>
  ) : (
    <span className="flex shrink-0 items-center gap-1 font-medium">
      <CircleDot aria-hidden="true" className="size-3.5 text-medium" />
      {i18n.t('To read')}
    </span>
  )
}

/** A card that is loading. */
export const ProcedureCardSkeleton = () => (
  <div className={frame}>
    <Skeleton className="h-4.5 w-28" />
    <Skeleton className="mt-3 h-4 w-3/4" />
    <Skeleton className="mt-3 h-3.5 w-1/2" />
    <Skeleton className="mt-auto h-3.5 w-2/3" />
  </div>
)
