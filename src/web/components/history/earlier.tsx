import { type ReactNode, useState } from 'react'
import type { Arguments, Endpoint, Reply } from '../../../shared/endpoint.ts'
import { useReply } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'

/** A page of earlier rows. A button reads it when somebody wants it, then the children draw it. */
export function Earlier<E extends Endpoint>({
  endpoint,
  args,
  label,
  children,
}: {
  endpoint: E
  args: Arguments<E>
  /** "Earlier reports" */
  label: string
  children: (page: Reply<E>) => ReactNode
}) {
  const i18n = useI18n()
  const [isWanted, setWanted] = useState(false)
  const { data, isFetching, isError, refetch } = useReply(endpoint, args, { enabled: isWanted })
  if (data !== undefined) return children(data)
  return (
    <Button
      variant="ghost"
      pending={isFetching}
      onClick={() => (isError ? void refetch() : setWanted(true))}
      className="self-center"
    >
      {isError ? i18n.t('Try again') : label}
    </Button>
  )
}
