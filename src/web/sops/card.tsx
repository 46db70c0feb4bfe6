import { Check, CircleDot, FileText } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { messageOf } from '../../shared/call.ts'
import { type Sop, sopsApi } from '../../shared/sops.ts'
import { useCan } from '../api/viewer.ts'
import { fullName } from '../components/avatar.tsx'
import { CardActions } from '../components/card-actions.tsx'
import { formatCount } from '../components/format.ts'
import { When } from '../components/when.tsx'
import { cx } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'

const frame = 'flex min-h-34 min-w-0 flex-col rounded-card border border-line bg-surface p-4 shadow-card'

/** An SOP. A click anywhere on the card opens it. */
export function SopCard({ sop, onOpen, onEdit }: { sop: Sop; onOpen: () => void; onEdit: () => void }) {
  const { id, title, department, version, creator, uploader, uploadedAt, pages } = sop
  const titleId = useId()
  return (
    <article
      aria-labelledby={titleId}
      className={cx(
        frame,
        'relative transition-colors duration-120 hover:border-control/60 has-[h3_button:focus-visible]:outline-2 has-[h3_button:focus-visible]:outline-accent',
      )}
    >
      <div className="flex items-center gap-2">
        <FileText aria-hidden="true" className="size-4.5 shrink-0 text-accent" />
        <span dir="auto" className="min-w-0 truncate text-muted text-sm">
          {department?.name ?? 'Global'}
        </span>
        <CardActions
          id={id}
          name={title}
          onEdit={useCan('sop:update', sop) && onEdit}
          mayDelete={useCan('sop:delete', sop)}
          endpoint={sopsApi.remove}
          deletedMessage="SOP deleted successfully"
          failureMessage={(error) => messageOf(error, 'Failed to delete SOP')}
        />
      </div>
      <h3 id={titleId} className="mt-1.5 font-semibold text-md/snug" title={title}>
        <button
          type="button"
          dir="auto"
          onClick={onOpen}
          className="line-clamp-3 outline-none wrap-anywhere after:absolute after:inset-0"
        >
          {title}
        </button>
      </h3>
      <p className="mt-1 text-muted text-sm tabular">
        <Detail>Version {version}</Detail>
        <Detail>
          {formatCount(pages)} {pages === 1 ? 'page' : 'pages'}
        </Detail>
        <Detail>
          <bdi>{fullName(creator)}</bdi>
        </Detail>
      </p>
      <p className="mt-auto flex items-end justify-between gap-3 pt-3 text-sm">
        <span className="min-w-0 text-muted tabular wrap-anywhere">
          Uploaded <When iso={uploadedAt} />
          {uploader.id !== creator.id && ` by ${fullName(uploader)}`}
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

const ReadMark = ({ readAt }: { readAt: string | null }) =>
  readAt ? (
    <span className="flex shrink-0 items-center gap-1 font-medium text-done">
      <Check aria-hidden="true" className="size-3.5" />
      Read
    </span>
  ) : (
    <span className="flex shrink-0 items-center gap-1 font-medium">
      <CircleDot aria-hidden="true" className="size-3.5 text-medium" />
      To read
    </span>
  )

/** A card that is loading. */
export const CardSkeleton = () => (
  <div className={frame}>
    <Skeleton className="h-4.5 w-28" />
    <Skeleton className="mt-3 h-4 w-3/4" />
    <Skeleton className="mt-3 h-3.5 w-1/2" />
    <Skeleton className="mt-auto h-3.5 w-2/3" />
  </div>
)
