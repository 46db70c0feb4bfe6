import { expect, test } from 'vitest'
import { departmentByWords } from './department-words.ts'

const named = (...names: string[]) => names.map((name, at) => ({ id: at + 1, name }))
const hotel = named('Front-of-House', 'Back-of-House', 'Housekeeping', 'Maintenance', 'Grounds', 'Operations')

test.each([
  ['Tap drips in 214', 'Maintenance'],
  ['The LEAK is under the sink', 'Maintenance'],
  ['Two towels are missing', 'Housekeeping'],
  ['Stain on the pillow', 'Housekeeping'],
  ['The fryer smokes', undefined],
  ['The oven does not start', 'Back-of-House'],
  ['Branch on the path', 'Grounds'],
  ['Guest asks for a taxi', undefined],
  ['', undefined],
])('%j suggests %s', (text, name) => {
  expect(departmentByWords(text, hotel)?.name).toBe(name)
})

test.each([
  ['Wasserhahn tropft', ['Rezeption', 'Haustechnik', 'Küche'], 'Haustechnik'],
  ['Grifo gotea', ['Recepción', 'Mantenimiento'], 'Mantenimiento'],
  ['Le robinet fuit', ['Accueil', 'Maintenance', 'Étages'], 'Maintenance'],
  ['Il rubinetto perde', ['Ricevimento', 'Manutenzione'], 'Manutenzione'],
  ['A torneira pinga', ['Receção', 'Manutenção'], 'Manutenção'],
  ['Kran cieknie', ['Recepcja', 'Obsługa techniczna'], 'Obsługa techniczna'],
  ['Тече кран', ['Рецепція', 'Технічна служба'], 'Технічна служба'],
  ['Musluk damlıyor', ['Ön büro', 'Teknik servis'], 'Teknik servis'],
  ['الصنبور يتسرب', ['مكتب الاستقبال', 'الصيانة'], 'الصيانة'],
])('%j suggests a department in its language', (text, names, name) => {
  expect(departmentByWords(text, named(...names))?.name).toBe(name)
})

test('nothing is suggested where two departments fit, or none has such a name', () => {
  expect(departmentByWords('Tap drips', named('Maintenance east', 'Maintenance west'))).toBeUndefined()
  expect(departmentByWords('Tap drips', named('Sales', 'Bar'))).toBeUndefined()
})
