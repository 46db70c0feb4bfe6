import type { ReactNode } from 'react'
import { useViewer } from '../api/viewer.ts'
import { Avatar, fullName } from '../components/avatar.tsx'
import { RoleBadge } from '../components/role-badge.tsx'
import { When } from '../components/when.tsx'
import { Badge } from '../ui/badge.tsx'

export function ProfilePage() {
  const viewer = useViewer()
  return (
    <div className="mx-auto w-full max-w-2xl p-4 md:p-8">
      <section className="rounded-card border border-line bg-surface shadow-card">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5 md:p-7">
          <Avatar person={viewer} size="xl" />
          <div className="min-w-0 flex-1 basis-52">
            <h2 className="break-words font-semibold text-2xl tracking-[-0.015em]">{fullName(viewer)}</h2>
            <p className="break-words text-md text-muted">{viewer.email}</p>
          </div>
          <RoleBadge role={viewer.role} />
        </div>
        <dl className="divide-y divide-line border-line border-t px-5 md:px-7">
          <Fact name="Department">{viewer.department?.name ?? 'No department assigned'}</Fact>
          <Fact name="Status">
            <Badge tone={viewer.isActive ? 'done' : 'neutral'}>{viewer.isActive ? 'Active' : 'Inactive'}</Badge>
          </Fact>
          <Fact name="Member since">
            <When iso={viewer.createdAt} />
          </Fact>
        </dl>
      </section>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
    <dt className="text-muted">{name}</dt>
    <dd className="tabular font-medium">{children}</dd>
  </div>
)
