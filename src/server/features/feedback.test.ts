import { describe, expect, test } from 'vitest'
import { API_PREFIX } from '../../shared/api-prefix.ts'
import { auditApi } from '../../shared/audit-log.ts'
import { FEEDBACK_A_DAY, feedbackApi, type NewFeedback } from '../../shared/feedback.ts'
import { inTransaction } from '../context.ts'
import type { PersonName } from '../testing/people.ts'
import { refusalOf, useTestApp } from '../testing/test-app.ts'
import { createFeedback } from './feedback.ts'

const muster = useTestApp()

const send = async (name: PersonName, body: NewFeedback) => (await muster.as(name)).call(feedbackApi.create, { body })

describe('feedback', () => {
  test('is taken from everybody, listed newest first with its average, and hidden and shown', async () => {
    const first = await send('gus', { rating: 2, category: 'Idea', comment: '  More towels \n please ' })
    const second = await send('uli', { rating: 5 })
    expect(first).toMatchObject({ rating: 2, category: 'Idea', comment: 'More towels \n please', isVisible: true })
    expect(second).toMatchObject({ category: null, comment: null, user: { firstName: 'Uli' } })

    const adam = await muster.as('adam')
    const list = (query: object = {}) => adam.call(feedbackApi.list, { query })
    expect(await list()).toEqual({ feedback: [second, first], total: 2, averageRating: 3.5, next: null })

    const hidden = await adam.call(feedbackApi.update, { params: first, body: { isVisible: false } })
    expect(hidden).toEqual({ ...first, isVisible: false })
    expect(await list({ visible: 'true' })).toMatchObject({ feedback: [{ id: second.id }], total: 1, averageRating: 5 })
    expect(await list({ visible: 'false' })).toMatchObject({ feedback: [{ id: first.id }], total: 1, averageRating: 2 })

    const page = await list({ limit: 1 })
    expect(page).toMatchObject({ feedback: [{ id: second.id }], total: 2, next: second.id })
    expect(await list({ limit: 1, after: page.next })).toMatchObject({ feedback: [{ id: first.id }], next: null })
  })

  test('leaves entries in the audit log, without its words', async () => {
    const { id } = await send('lea', { rating: 3, comment: 'Between us' })
    const adam = await muster.as('adam')
    await adam.call(feedbackApi.update, { params: { id }, body: { isVisible: false } })
    const { entries } = await adam.call(auditApi.list, { query: { resourceType: 'feedback', resourceId: String(id) } })
    expect(entries.map(({ action }) => action)).toEqual(['feedback.update', 'feedback.create'])
    expect(entries[0]?.changes).toEqual([{ field: 'isVisible', before: 'true', after: 'false' }])
    expect(JSON.stringify(entries)).not.toContain('Between us')
  })

  test(`is taken ${FEEDBACK_A_DAY} times a day from one person, also when all come at once, and again a day later`, async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: FEEDBACK_A_DAY + 5 }, (_, at) => send('nora', { rating: 1 + (at % 5) })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(FEEDBACK_A_DAY)
    const { status, reply } = await refusalOf(send('nora', { rating: 5 }))
    expect([status, reply?.code]).toEqual([429, 'too_much_feedback'])
    const nora = await muster.as('nora')
    const { headers } = await nora.raw({
      method: 'POST',
      url: `${API_PREFIX}/feedback`,
      headers: { 'content-type': 'application/json' },
      payload: '{"rating":5}',
    })
    expect(Number(headers['retry-after'])).toBeGreaterThan(23 * 3600)
    await send('milan', { rating: 5 })
    const tomorrow = muster.contextOf('nora', new Date(Date.now() + 24 * 3600 * 1000 + 1000))
    const body = { rating: 4 }
    await inTransaction(tomorrow, (ctx) => createFeedback(ctx, { params: {}, query: undefined, body }))
  })
})
