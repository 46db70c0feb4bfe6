import { type DepartmentName, sampleDepartmentOf } from './departments.ts'
import { type PersonName, personOf } from './people.ts'
import { tableSectionsOf } from './tables.ts'

/** A chapter fills a page: what it is about, the steps in order, and what to keep in mind. */
interface Chapter {
  heading: string
  about: string
  steps: string[]
  note?: string
}

export interface SampleSop {
  title: string
  /** Null: global. */
  department: DepartmentName | null
  by: PersonName
  version: string
  /** How many days ago the file was uploaded. */
  uploaded: number
  /** The version before it, and how many days ago that came. */
  before?: { version: string; uploaded: number }
  /** What this version changes. */
  changed?: string
  chapters: Chapter[]
}

const table = `
# Fire and evacuation | by ingrid | version 3.0 | uploaded 19 | before 2.1 310
  The assembly point is on the east lawn now, not at the gate.
If you discover a fire | about Seconds count. Raise the alarm first, fight the fire only when it is small and your way out is behind you.
  Press the nearest red call point. They are at every stair door and beside the service lift.
  Dial 77 from any house phone and say where the fire is, what burns and whether anybody is in danger.
  Take people out of immediate danger, then close the doors behind you.
  Use an extinguisher only on a fire no larger than a waste bin.
  Note: Never use water on burning fat or on anything electrical.
When the alarm sounds | about Every alarm is real until the duty manager says otherwise.
  Stop what you are doing and switch off open flames and machines.
  Leave by the nearest exit that is free of smoke. Lifts return to the lobby and stay there.
  Knock on each door that you pass and call out: "Fire alarm, please leave by the stairs."
  Go to the assembly point on the east lawn and report to the person in the yellow vest.
The front desk | about The desk is the control point until the fire service takes over.
  Read the zone from the panel and send the two nearest colleagues to look, never one alone.
  Call the fire service at once if they confirm, or if they have not called back within two minutes.
  Print the in-house list and the list of guests who need help.
  Hand both lists and the master key to the officer in charge.
  Note: The panel is silenced by the duty manager only, and reset by the fire service only.
Guests who need help | about Guests who cannot use the stairs are noted at check-in, with their consent.
  Take the evacuation chair from the cabinet on the landing of floors two and four.
  Wait with the guest in the stair lobby behind the closed fire door if the chair is taken.
  Tell the desk the floor and the stair by house phone.
The assembly point | about Nobody goes back into the building before the all-clear.
  Department heads count their people against the rota and report who is missing.
  Front-of-House counts the guests against the in-house list.
  Blankets and water are in the grey container beside the tennis court.
Kitchen and laundry | about The two places where a fire is likeliest have rules of their own.
  Pull the yellow handle of the hood system for a fire on the range, then leave.
  Use the fire blanket for a burning pan, turn off the heat and leave it covered for half an hour.
  Empty the lint filters of the dryers after every load.
  Note: The gas valve is behind the door of the dry store, turned a quarter to the right.
Drills and training | about Two drills a year, one of them at night. Everybody takes part once a year.
  The duty manager announces the day but not the hour.
  Aim to be out and counted within four minutes.
  Write down what went wrong on the same day, and who mends it by when.
  New colleagues walk all escape routes in their first week.
Checks and records | about What is not checked does not work when it must.
  Weekly: one call point, in turn, on Wednesday at ten.
  Monthly: emergency lighting, extinguishers, the seals of the fire doors.
  Yearly: sprinklers, the hood system and the alarm by the licensed firm.

# Handling guest complaints | by beatriz | version 1.2 | uploaded 96
Listen first | about A guest who complains wants to stay. Whoever hears it owns it until it is solved.
  Stop, turn to the guest and let them finish.
  Say in your own words what you have understood, and apologise for how it feels.
  Never blame a colleague, a department or the system.
Solve it | about Everybody may spend up to 50 euros to put something right, without asking.
  Offer one solution that you can deliver now, and one alternative.
  Say when it will be done, and be there when it is.
  Bring in the duty manager for refunds, room moves and anything about safety.
  Note: A promise that is kept late is worse than no promise.
Follow up and learn | about The second call is the one that guests write about.
  Call or visit the guest within two hours to ask whether all is well.
  Write a task with what happened, tagged "guest", before your shift ends.
  The Monday meeting looks at what came up more than once.

# Turning over a guest room | department Housekeeping | by amara | version 2.0 | uploaded 12 | before 1.4 240
  Blue cloth for shower and tiles. The descaler stays for five minutes before it is rinsed.
Before you enter | about Thirty-two minutes for a standard room, forty-five for a suite.
  Check the room on your list: departure, stay-over or do not disturb.
  Knock three times, say "Housekeeping", wait ten seconds, and knock once more.
  Park the trolley across the door, never inside the room.
Strip and air | about Fresh air first, so that the room has time.
  Open the window and the curtains, switch on all lights and note those that fail.
  Strip the bed piece by piece and shake each one: phones and jewellery hide in linen.
  Take out glasses, waste and used towels. Lost property goes into a bag with the room number and the date.
The bed | about The bed is what the guest sees first.
  Look at the mattress protector, and change it when there is the smallest mark.
  Pull the bottom sheet tight with corners of 45 degrees.
  Duvet seam to the foot, pillows with the opening away from the door.
  Smooth with the flat hand from the middle to the edges.
  Note: Two people lift a king-size mattress. Never one.
The bathroom | about From the cleanest to the dirtiest, from top to bottom, with the right cloth.
  Yellow cloth for basin and mirror, blue for shower and tiles, red for the toilet.
  Leave the descaler for five minutes, then rinse with hot water.
  Polish taps and glass dry: no water marks.
  Two bath towels, two hand towels and one mat; robes on the left hook.
Dust, floor and minibar | about Clockwise from the door, so that nothing is left out.
  Dust lamps, frames, shelves and the remote control, which is disinfected too.
  Check the minibar against the card and enter what is missing.
  Vacuum from the window to the door.
The last look | about Stand in the doorway and see it as a guest who has travelled for ten hours.
  Set the thermostat to 21 degrees and close the window.
  Put the welcome card on the desk, facing the door.
  Set the room to "clean" and report what needs mending as a task for Maintenance.

# Linen and laundry | department Housekeeping | by amara | version 1.1 | uploaded 150
Sorting | about Linen is counted out and counted in. What is torn goes to the mending bin, never back on the shelf.
  Sort by colour and soil: white flat linen, towels, kitchen, uniforms.
  Empty pockets. Stains are treated before the wash, not after.
  Wear gloves for anything with blood, and wash it in a red bag at 95 degrees.
Washing and drying | about Load the drums to four fifths: a full drum does not get clean.
  Towels at 60 degrees without softener, which takes their thirst.
  Flat linen goes damp into the ironer, folded crosswise, then lengthwise.
  Clear the lint filter after every load: it is the commonest cause of fire in a laundry.
  Note: Never leave a running dryer alone in the building.
Storing and stock | about Three sets for each bed: one in use, one in the wash, one at rest.
  New linen is stored below, used from the top.
  Count the stock on the first Monday of the month.
  Order when a shelf is less than a third full.

# Check-in and check-out | department Front-of-House | by henrik | version 4.1 | uploaded 33
Before they arrive | about The arrival begins the evening before.
  Read the arrivals list for wishes, birthdays, allergies and late flights.
  Assign rooms by three o’clock and tell Housekeeping which must be ready first.
  Prepare keys and registration forms for groups.
The arrival | about From the door to the key in under five minutes.
  Greet within ten seconds, by name where you know it.
  Ask for an identity document, check the name and hand it back at once. Copies are not kept.
  Take a pre-authorisation for extras and say what it is.
  Explain breakfast, the wireless network and the fire exits. Never say the room number aloud.
  Note: A guest who is tired hears two things. Write the rest on the card.
During the stay | about One call on the first evening.
  Call between six and eight: "Is everything as you hoped?"
  Note wishes in the profile on the same day.
The departure | about The last impression is the one that is remembered.
  Show the bill before it is asked for, and go through it line by line if the guest wishes.
  Ask how the stay was, and listen to the answer.
  Set the room to "vacant, dirty", so that Housekeeping can begin.

# Night audit and lock-up | department Front-of-House – Evening Operations | by camille | version 1.3 | uploaded 61
The handover at eleven | about Ten minutes, standing, with the log between you.
  Go through open tasks, late arrivals and guests who need help in an evacuation.
  Count the float together and sign for it.
  Take the night phone and the master key.
Closing the day | about The business day ends at three.
  Post room and tax, and compare the card terminals with the postings.
  Print the reports of the day and put them into the folder of the general manager.
  A difference of more than five euros is noted with its reason.
The rounds | about At one, at three and at five, never by the same way twice.
  Lock the terrace, the spa and the service entrance. The main door stays on the card reader.
  Look for candles, irons and windows that bang.
  Two people answer a noise. One stays at the door.
  Note: Never open the main door for somebody without a card before you have spoken with them.

# Guided walks and boat trips | department Activities | by naledi | version 2.2 | uploaded 27
Planning | about No trip without a look at the weather at seven and again an hour before.
  At most twelve guests for one guide, eight in the boat.
  Ask about health and swimming when the guest signs up, not on the shore.
  Cancel at wind force five or more, or at the first thunder.
On the way | about Count at every stop.
  Carry the radio, the first-aid bag, two litres of water and the list of names.
  Everyone in the boat wears a life jacket, the guide too.
  Turn back in time to be home an hour before sunset.
If something happens | about Stop, make safe, call.
  Bring the group to a safe place before you look after one.
  Call 112, then the front desk by radio on channel four.
  Stay with the injured guest, and send two guests together to meet the help.
  Note: Write the report on the same day, with the names of those who saw it.

# Breakfast service | department Back-of-House | by giulia | version 1.5 | uploaded 44
Before seven | about The buffet stands at half past six, so that there is time to taste.
  Switch on ovens and hot plates at five, and note their temperatures.
  Bread and pastry from the cold room at a quarter past five.
  Cards with the fourteen allergens stand at each dish.
During service | about Small amounts, often, rather than full trays that grow tired.
  Hot dishes above 65 degrees, cold ones below 7. Measure every half hour.
  Replace a dish rather than fill it up.
  Eggs to order within six minutes.
After eleven | about What stood on the buffet for more than four hours is thrown away.
  Weigh the waste and enter it on the sheet.
  Label what is kept with dish, date and name.
  Clean from the back to the front, the floor last.
  Note: Weighing has brought waste from 120 to 70 grams a guest. It works because it is done every day.

# Allergens and kitchen hygiene | department Back-of-House | by giulia | version 3.1 | uploaded 8
Hands, clothes, health | about Twenty seconds with soap, before work and after everything that is raw, dirty or a telephone.
  Clean jacket daily, hair covered, no rings and no watches.
  Blue plasters on every cut, with a glove over it.
  Whoever had diarrhoea or vomited stays at home for 48 hours after it has ended.
Raw and cooked | about Never on one board, never above one another.
  Red boards for meat, blue for fish, green for vegetables, white for bread and cheese.
  Poultry reaches 75 degrees in the middle.
  Cool cooked food to below 10 degrees within two hours.
Orders with an allergy | about An allergy is not a wish. When in doubt, say no.
  The order is read back aloud and its docket marked in purple.
  Clean board, clean pan, clean spoon, fresh gloves.
  The plate is covered, and carried alone, by the person who took the order.
  Note: Adrenaline pens are in the first-aid cabinet beside the pass. Call 112 first.
Deliveries and storing | about What comes in warm goes back.
  Measure chilled goods at the door: at most 7 degrees, fish 2, frozen minus 18.
  First in, first out. Everything opened carries a date.
  Nothing stands on the floor.

# Pool and spa water | department Maintenance | by stefan | version 2.3 | uploaded 71
Measuring | about Three times a day: before opening, at two, at closing.
  Take the sample at elbow depth, away from the inlets.
  Free chlorine 0.5 to 1.0 milligrams a litre in the pool, 0.7 to 1.5 in the whirlpool.
  pH between 6.8 and 7.4. Enter the values at once.
Dosing | about Chlorine and acid never meet: together they make a gas that kills.
  Wear goggles, gloves and apron. The ventilation runs before the door is opened.
  Always add the chemical to water, never water to the chemical.
  One container open at a time, and closed before the next.
  Note: At the smell of chlorine leave, close the door, and call 77.
Cleaning and closing | about Backwash on Monday and Thursday, for five minutes until the glass runs clear.
  Vacuum the bottom before opening.
  Close the pool at cloudy water, at values out of range, or after any accident in the water.
  Test for legionella every quarter, in the showers too.
`

const NOTE = 'Note: '

/** The procedures of the sample hotel: those for the whole house first. */
export const sampleSops = tableSectionsOf(table, ['department', 'by', 'version', 'uploaded', 'before', 'about']).map(
  ({ head, fields, lines, entries }): SampleSop => {
    const [version = '', uploaded] = fields.before?.split(' ') ?? []
    return {
      title: head,
      department: fields.department === undefined ? null : sampleDepartmentOf(fields.department),
      by: personOf(fields.by),
      version: fields.version ?? '',
      uploaded: Number(fields.uploaded),
      before: fields.before === undefined ? undefined : { version, uploaded: Number(uploaded) },
      changed: lines[0],
      chapters: entries.map((chapter) => ({
        heading: chapter.head,
        about: chapter.fields.about ?? '',
        steps: chapter.lines.filter((line) => !line.startsWith(NOTE)),
        note: chapter.lines.find((line) => line.startsWith(NOTE))?.slice(NOTE.length),
      })),
    }
  },
)
