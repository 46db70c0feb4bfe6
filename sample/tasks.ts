import { type Priority, priorities } from '../src/shared/task-status.ts'
import { type DepartmentName, sampleDepartmentOf } from './departments.ts'
import { type PersonName, personOf } from './people.ts'
import { sampleProjects } from './projects.ts'
import { listOf, nameAmong, numberOf, type TableEntry, tableSectionsOf } from './tables.ts'

/** A task of the sample hotel. What it leaves out is drawn by lot, so that each day's hotel is a little different. */
export interface SampleTask {
  title: string
  description?: string
  tags?: string[]
  /** Medium when absent. */
  priority?: Priority
  /** Who made it: the department's manager when absent. */
  by?: PersonName
  /** Whose it is: somebody of the department when absent; null for nobody. */
  for?: PersonName | null
  /** The key of its project. */
  project?: string
  /** How many days ago it was completed; open when absent. */
  done?: number
  /** How many days ago an open one was made; by lot when absent. */
  made?: number
  /** The status of an open one; pending when absent. */
  status?: 'in_progress' | 'overdue'
  /**
   * When an open one is due: days from today, and a time, else the end of that day; never when absent. Negative days are
   * overdue. What would fall due within two hours of loading is put off by a day.
   */
  due?: [days: number, time?: string]
}

const table = `
# Front-of-House
Rooming list for the wedding party, 42 guests | tags group, guest | priority high | for priya | status in_progress | due 2 12:00
  The bride’s parents want to be on the same floor as the grandmother, near the lift. Housekeeping needs the list a day ahead.
Answer the eleven open guest reviews | tags guest | for elias | status in_progress | due 1
  By name, and with what we have changed since. The one about the noise in 233 goes to Camille first.
Late check-out at 16:00 for Mrs. Haldorsen, 311 | tags guest, VIP | for priya | due 0 15:45 | made 1
  Agreed by telephone, no charge. Tell Housekeeping, and extend the key card.
Wake-up calls for the flight crew at 05:15 and 05:25 | tags guest, group | for andrei | due 1 05:00 | made 0
  Rooms 118 to 124. Coffee and rolls in the lobby from 05:30, their bus comes at 05:50.
Table for ten under the name Castellano | tags guest, evening | due 0 19:00 | made 1
  One high chair, one guest with a nut allergy. Window side if they agree to sit at 18:30.
Teach the weekend team the new card terminal | tags training | for henrik | due 6
  Refunds above all: last time two were booked as payments.
New city maps for the concierge desk | tags stock | priority low | for nobody
Refund the double deposit of booking 20817 | tags guest, accounts | priority high | for priya | due -1
  Mr. Abendroth has written twice. The money goes back to the card he paid with.
Order a taxi for 04:30 to the airport, four people with skis | tags guest | done 0
Upgrade Mr. Adeyemi to 614 for his tenth stay | tags VIP, guest | priority high | for elias | done 0
  Handwritten card from Henrik, fruit from the kitchen, and the newspaper he reads.
Welcome letters for the cardiology congress, 65 rooms | tags group | done 2
Correct the invoice of the Nordhaven shipping office | tags accounts | done 4
  Two nights in 318 belong on the private bill of their engineer.
Clean the key-card encoder at desk 2 | priority low | done 8
Write the arrival talk, two minutes at most | tags training | for henrik | project arrivals | done 10
Fill in registration cards ahead for groups | tags group | project arrivals | done 15
Time 40 arrivals with the stopwatch | tags inspection | project arrivals | done 23
  Ten in each shift, from the door to the key. Before the change it took eight minutes and a half.
Put the new parking prices on the desk sheet | priority low | done 30

# Back-of-House
Stocktake of the dry store | tags stock | for kwame | status in_progress | due 1
  Two people, one counts and one writes. Open sacks count as half.
Taste the dairy-free pastry with the breakfast team | tags breakfast | for jelena | project buffet | status in_progress | due 3 10:00
  Four kinds, blind. The croissant must stand two hours on the buffet.
Picnic hampers for eight, ready by 10:00 | tags guest, group | priority high | for jelena | due 1 09:45
  Two without meat, one without gluten. The walking group leaves from the side entrance.
Birthday cake for 208: lemon, no nuts | tags guest, safety | due 0 17:00 | made 2
  Sofia is four. Candles go up with the cake; the parents ring when they sit down.
Fish order for the wedding dinner, 84 covers | tags stock, group | priority high | for giulia | due 2 11:00
Book the yearly emptying of the grease trap | tags safety | for kwame | due 8
Send the broken blender back under guarantee | tags repair | priority low | for kwame | status overdue | due -5
  The receipt is in the blue folder; the guarantee ends this month.
Check the temperature log of cold room 2 | tags safety | priority high | done 0
  Above five degrees twice this week. If it happens again, call the cooling engineer at once.
Send six crates of bruised tomatoes back to Quillby Produce | tags stock | done 1
Deep-clean the hood above the fryer | tags safety, cleaning | done 3
Allergen cards for the 32 breakfast dishes | tags safety, breakfast | project buffet | done 7
Separate toaster and boards for gluten-free bread | tags safety, breakfast | priority high | project buffet | done 13
Count the wine glasses after the banquets | tags stock | priority low | done 20
Staff canteen menu for four weeks | done 29

# Activities
Programme sheet for the school holidays | tags family | for tomas | project family | status in_progress | due 7
  One page, both weeks, with ages and meeting points. Reception prints it on the first Saturday.
Private sunrise yoga for two from 610 | tags VIP, guest | for naledi | due 1 06:45
  On the lawn, in the studio if it rains. Mats, blankets and ginger tea.
Pump the tyres and oil the chains of all bikes | tags safety | due 0
  Fourteen bikes. Number 9 goes to the workshop, its rear brake slips.
Confirm 16 seats for the wine tasting with the cellar master | tags guest, evening | for tomas | due 2 16:00
Hide the clues for the treasure hunt | tags family, guest | project family | due 4 09:30
Rent six more children’s bikes | tags family, stock | project family | due 10
  Two with training wheels. The shop at the harbour wants an answer ten days ahead.
Ask the ferry office for group tickets | priority low | for nobody | due 14
Report the torn goal net to Maintenance | tags repair | priority low | due -3
Check the twelve life jackets | tags safety, inspection | priority high | done 0
  Buckles, whistles and the date of the gas cartridge. Two spare cartridges are in the boathouse.
Tell the 14 guests of the mill walk about shoes and rain | tags guest | done 2
Wash and fold the yoga mats | tags cleaning | priority low | done 5
New strings for two tennis rackets | tags repair | done 11
Book the storyteller for the family evening | tags family, evening | project family | done 18
First-aid course for the activity team | tags safety, training | for naledi | done 27

# Housekeeping
Turn over 501 to 508 after the choir checks out | tags turnover, group | priority high | for daniel | status in_progress | due 0 15:00
  Eight rooms, sixteen beds. Their bus leaves at 10:30; begin at the lift end, so that the desk can sell the first rooms early.
Minibar round, floors 3 and 4 | tags minibar, stock | for daniel | status in_progress | due 0
  Sparkling water was short last time, take a full case. Note anything past its date.
List what goes back into 401 to 406 after the painters | tags inventory | for linh | project fourthFloor | status in_progress | due 4
  Pictures, lamps, luggage racks and chairs, with the room each belongs to.
Compare the sample sheets of three suppliers after ten washes | tags linen | for rosa | project linen | status in_progress | due 6
  Shrinkage, colour and feel, one line for each wash. The labels are sewn into the hem.
Refill the first-aid box in the housekeeping office | tags safety, stock | for daniel | status in_progress | due -4
  Plasters, eye wash and burn gel are used up. The list hangs inside the lid.
Honeymoon set-up in 610 | tags VIP, guest, evening | priority high | for rosa | due 0 18:00
  Mr. and Mrs. Oyelaran, second visit. Rose petals on the bed, two robes, sparkling wine on ice from the bar at 17:30.
Allergy clean of 227 before Dr. Farouk arrives | tags guest, turnover | priority high | for daniel | due 1 13:00 | made 1
  No sprays, no feathers, no flowers. New filter in the vacuum cleaner first, and unscented soap in the bathroom.
Extra bed and a second set of towels to 512 | tags guest | for daniel | due 1 16:00 | made 1
Weekly linen order to Merewen Laundry | tags linen, stock | for amara | due 1 10:00
  Count king sheets first: the wedding takes 38 sets on top of the usual order.
Inspect ten rooms with the long checklist | tags inspection | by ingrid | for amara | due 2 | made 0
  Two from each floor, chosen that morning. Results to Ingrid.
Hand 403 and 404 over to the painters | tags handover | project fourthFloor | due 2 07:30
  Curtains down, carpet covered, furniture in the middle of the room. The painters begin at 08:00.
Shadow the turndown round with Rosa | tags evening, training | priority low | for meilin | due 1 17:30 | made 1
  Second week of training: floors 5 and 6, twelve rooms. Bring the checklist.
Open and check the safes in 601 to 614 | tags inspection, safety | for daniel | due 3
Agree with the carpet cleaner on two days for the third-floor corridor | tags cleaning | for amara | due 5
  Not on a change-over day. The desk needs the dates a week ahead to keep 301 to 316 free until 14:00.
Rota for the holiday weeks | tags rota | priority high | by ingrid | for amara | due 12 | made 1
  Occupancy is forecast at 94 percent. Leave requests are in the folder on the office door.
Take 60 old duvets to the animal shelter | tags linen | priority low | for nobody | due 9
Find a place for the exercise bike that stands in the fourth-floor store | priority low | for nobody
Repair list for the linen trolleys, with photos | tags linen, repair | priority low | due -2
  Five trolleys pull to the left and one has lost a wheel. Maintenance wants one list, not single calls.
Fetch the 24 bath mats that Merewen Laundry forgot | tags linen | priority high | status overdue | due -1 12:00
Turn over 412 for Ms. Lindholm | tags turnover, VIP | priority high | for daniel | done 0
  Feather-free pillows, second duvet in the wardrobe, the desk under the window. Tell Reception the moment it is ready.
Cot and bottle steriliser to 208 | tags guest | done 0
  Castellano family, a baby of seven months. The cot is in the third-floor store, its sheets on the blue shelf.
Count bath towels on floors 2 and 3 | tags linen, stock | priority low | done 0
Deep-clean 305 after the long stay | tags turnover, cleaning | done 1
  Three weeks with a dog: upholstery, curtains and the mattress cover as well.
Press the curtains in the Linden room before the board lunch | tags VIP, linen | done 2
Send 46 torn pillowcases back to Merewen Laundry for credit | tags linen, stock | for daniel | done 3
Descale the kettles on floor 5 | tags cleaning | priority low | done 6
Turn the mattresses in 201 to 212 | tags turnover | done 9
Post the grey scarf from 317 to Mrs. Whitcombe | tags guest, lost property | priority low | done 12
  Lost property no. 88. She pays the postage; the address is in the lost property book.
Restock the minibars on floor 6 | tags minibar, stock, VIP | for daniel | done 16
Mock inspection of ten rooms with the evening team | tags inspection, evening | priority high | for amara | done 21
Order blackout lining for 401 to 406 | tags stock | for amara | project fourthFloor | done 26
  54 metres, fire-retardant, the same grey as on the fifth floor.
Inventory of robes and slippers | tags stock, linen | done 32

# Maintenance
Trace the water stain above 415 | tags repair, safety | priority high | for samir | status in_progress | due 1
  Grew by a hand’s width in two days. Look at the trap under the shower in 515 first.
Yearly service of boiler 2 | tags inspection | priority high | for siobhan | project winter | status in_progress | due 2 12:00
  No hot water on floors 5 and 6 between 10:00 and 12:00; Reception tells the guests the evening before.
New gasket for pump 3 in the pool plant room | tags repair | for samir | status in_progress | due -2
Loose socket beside the bed in 403 | tags safety, repair | priority high | for siobhan | project fourthFloor | due 1 17:00 | made 1
  Power off at board 4B before the painters come.
Safe in 602 does not open | tags guest, VIP | priority high | for samir | due 0 20:00 | made 0
  Mr. Brannagh’s passport is inside and he leaves in the morning. Take the master key, and Henrik as a witness.
Flush the taps of all empty rooms against legionella | tags safety | due 3
Clear the gutters on the west wing | tags safety | project winter | due 6
Change two elements in the rooftop heat lamps | tags repair, evening | by ingrid | for stefan | project rooftop | due 4 | made 1
Order spare parts for the three ice machines | tags stock | priority low | for nobody | due 17
Squeaking door in 322 | tags guest, repair | priority low | due -1
Get the yearly certificate for the goods lift from Tolvik Lifts | tags safety, inspection | priority high | for stefan | status overdue | due -6
  Their inspector was here, the paper was not. Without it the insurer will not cover the lift.
Dripping shower in 219 | tags guest, repair | done 0
Air conditioning in 604 blows warm | tags guest, repair, VIP | priority high | done 0
  The guests are out for the day. If it cannot be mended before they are back, Reception has 606 free.
Doors of lift 2 close too early | tags safety, repair | priority high | done 1
  An elderly guest was knocked. Slow them to the long setting and test ten times.
New bulbs on the back stairs | tags safety | priority low | done 2
Unblock the basin in 110 | tags guest, repair | done 4
Test and log the fire dampers on floor 2 | tags safety, inspection | project fire | done 6
One-hour test of the emergency lighting | tags safety, inspection | project fire | done 11
Check of the 64 extinguishers with Pellworth Fire Safety | tags safety, inspection | for stefan | project fire | done 14
Bleed the radiators on floors 1 and 2 | project winter | done 17
Yearly service of boiler 1 | tags inspection | priority high | project winter | done 24
Paint the rail of the loading bay | tags safety | priority low | done 33

# Grounds
Six olive trees up to the rooftop bar | tags evening | for farah | project rooftop | status in_progress | due 3 09:00
  One tub at a time in the goods lift, before 09:00, when the kitchen needs it.
Sweep the leaves off the pool path | tags safety, guest | due 0
Mend the bollard light at the bend of the drive | tags safety, repair | for samir | due 5
Fill all seven grit bins | tags safety, stock | project winter | due 15
  Two pallets arrive at the back gate. The bin by the staff entrance has lost its lid.
Sprinkler by the tennis court leaks | tags repair | priority low | due -3
Rake the gravel by the main entrance | tags guest | priority low | done 1
Plant up the terrace pots | done 7
  28 pots, herbs on the kitchen side.
Service the ride-on mower | tags repair | done 16
Cut back the hedge along the car park | tags safety | done 28

# Front-of-House – Evening Operations
Find four bartenders for the rooftop | tags staff | priority high | by ingrid | for camille | project rooftop | status in_progress | due 8
  Seven applications are in. Two trial evenings in the lobby bar before anybody signs.
Turndown chocolates for floor 6 | tags evening, VIP, stock | for daniel | due 0 18:30 | made 0
  Fourteen rooms. Dark chocolate only in 602 and 614.
Power and light for the jazz trio, playing from 20:00 | tags evening, guest | due 1 18:30
  Three sockets on the left of the stage, no spotlight on the pianist.
Supper tray to 233, arriving at 23:40 | tags guest, evening | due 1 23:15 | made 0
  Soup, bread and cheese, no onions. The kitchen leaves it in the warm cupboard.
Walk the rooftop with the fire officer | tags safety, inspection | priority high | for camille | project rooftop | due 5 15:00
  Exits, heaters and the number of seats. Bring the plan that Selim signed.
Tasting of eight drinks without alcohol | tags evening | project rooftop | due 6 17:00
Put the missing pages into the handover book | priority low | due -1
Night round of corridors, doors and lights | tags safety, evening | done 0
  The door to the roof stairs did not lock the night before.
Order 120 candles for the dining room | tags stock, evening | done 3
Agree with the terrace band to end at 23:00 | tags guest, evening | for camille | done 9
Price list for the rooftop bar | for camille | project rooftop | done 22

# Operations
Monthly figures for the owners | tags accounts | priority high | by ingrid | for selim | status in_progress | due 4 17:00
  Occupancy, rate, wages and energy on one page, with a sentence on each that has moved.
Read the water, gas and power meters | for selim | due 1 09:00
Answer Merewen Laundry about the new prices | tags linen | priority high | by ingrid | for beatriz | project linen | due -1 17:00
  They ask nine percent more from next quarter. We have two other offers on the table.
Bring the emergency telephone list up to date | tags safety | for beatriz | due 7 | made 2
Papers for the insurer’s visit: pool, lifts, kitchen | tags safety, inspection | by beatriz | for selim | due 9 10:00
Choose between the two new key-card systems | by beatriz | for ingrid | due 20 | made 1
  Both can be tried in 101 to 104 for a week. Henrik and Stefan each have a vote.
Find a date for the staff party | priority low | for nobody
Occupancy forecast for fourteen days | tags accounts | for selim | done 0
File the fire safety certificate | tags safety | for selim | project fire | done 4
Fire drill with all departments | tags safety, inspection | priority high | by ingrid | for selim | project fire | done 8
  Everybody at the meeting point within six minutes. Guests are told at breakfast.
Renew the music licence | priority low | for beatriz | done 19
Two interviews for the night audit | tags staff | by ingrid | for selim | done 25
`

const fieldNames = ['tags', 'priority', 'by', 'for', 'project', 'status', 'due', 'made', 'done'] as const

const projectOf = (key: string) =>
  nameAmong(
    sampleProjects.map((project) => project.key),
    key,
  )

function taskOf({ head, fields, lines }: TableEntry<(typeof fieldNames)[number]>): SampleTask {
  const [days, time] = fields.due?.split(' ') ?? []
  return {
    title: head,
    description: lines[0],
    tags: listOf(fields.tags),
    priority: fields.priority && nameAmong(priorities, fields.priority),
    by: fields.by && personOf(fields.by),
    for: fields.for === 'nobody' ? null : fields.for && personOf(fields.for),
    project: fields.project && projectOf(fields.project),
    done: numberOf(fields.done),
    made: numberOf(fields.made),
    status: fields.status && nameAmong(['in_progress', 'overdue'], fields.status),
    due: days === undefined ? undefined : [Number(days), time],
  } as SampleTask
}

/** A week of the sample hotel, and what was completed in the five weeks before. */
export const sampleTasks = Object.fromEntries(
  tableSectionsOf(table, fieldNames).map(({ head, entries }) => [sampleDepartmentOf(head), entries.map(taskOf)]),
) as Record<DepartmentName, SampleTask[]>
