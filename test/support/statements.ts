import pg from 'pg'
import { vi } from 'vitest'

/**
 * Runs something and counts the statements that name one of these tables. Statements of the server's own work in the
 * background are about others.
 */
export async function countStatements<T>(tables: readonly string[], run: () => Promise<T>): Promise<[T, number]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const result = await run()
    const texts = spy.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? ''),
    )
    return [result, texts.filter((text) => tables.some((table) => text.includes(`"${table}"`))).length]
  } finally {
    spy.mockRestore()
  }
}
