import { describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { feedbackApi, type NewFeedback } from '../../../shared/feedback.ts'

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

  test.each([0, 6, 1.5])('of %d stars is refused', async (rating) => {
    const { reply } = await httpErrorOf(send('gus', { rating }))
    expect(reply?.issues).toEqual([{ path: 'rating', message: 'Choose one to five stars' }])
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
})
