import { Trans } from '@lingui/react'
import type { ReactNode } from 'react'
import type { WithOwner } from '../../../shared/owned.ts'
import { When } from '../time/when.tsx'
import { fullName } from './avatar.tsx'

/** "Made by Ada King · Nov 3, 2026, 17:30", and who has taken it over. */
export function MadeBy({ createdBy, takenOverBy, createdAt }: WithOwner & { createdAt: string }) {
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-2.5 text-muted text-sm tabular wrap-anywhere">
      {createdBy && (
        <span>
          <Trans id="Made by {name}" values={{ name: <bdi>{fullName(createdBy)}</bdi> }} />
        </span>
      )}
      <When iso={createdAt} as="moment" />
      {takenOverBy && (
        <span>
          <Trans id="Taken over by {name}" values={{ name: <bdi>{fullName(takenOverBy)}</bdi> }} />
        </span>
      )}
    </p>
  )
}

/** Says that something has no owner, in the screen's words, with buttons that end that. Else nothing. */
export function Unowned({ pausesAt, children, buttons }: WithOwner & { children: ReactNode; buttons: ReactNode }) {
  if (!pausesAt) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 rounded-control tint-overdue p-3">
      <p className="text-pretty text-sm wrap-anywhere">{children}</p>
      <div className="flex flex-wrap gap-2">{buttons}</div>
    </div>
  )
}

/** The name of the owner, for a sentence. */
export const ownerName = ({ takenOverBy, createdBy }: WithOwner) => {
  const owner = takenOverBy ?? createdBy
  return <bdi>{owner ? fullName(owner) : '…'}</bdi>
}
