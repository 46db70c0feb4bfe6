CREATE TABLE "shift_asks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shift_asks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"department_id" integer NOT NULL,
	"shift_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"reason" varchar(500),
	"declined_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shift_exchanges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shift_exchanges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"department_id" integer NOT NULL,
	"from_user_id" uuid NOT NULL,
	"shift_id" integer NOT NULL,
	"shift_version" integer NOT NULL,
	"to_user_id" uuid NOT NULL,
	"for_shift_id" integer,
	"for_shift_version" integer,
	"state" varchar(20) DEFAULT 'asked' NOT NULL,
	"accepted_at" timestamptz(3),
	"ended_at" timestamptz(3),
	"decided_by" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "shift_exchanges_state" CHECK ("shift_exchanges"."state" in ('asked', 'waiting', 'done', 'refused', 'cancelled', 'void')),
	CONSTRAINT "shift_exchanges_people" CHECK ("shift_exchanges"."from_user_id" <> "shift_exchanges"."to_user_id"),
	CONSTRAINT "shift_exchanges_versions" CHECK (("shift_exchanges"."for_shift_id" is null) = ("shift_exchanges"."for_shift_version" is null))
);
--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "exchanges_need_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wants_extra_shifts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shift_asks" ADD CONSTRAINT "shift_asks_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_asks" ADD CONSTRAINT "shift_asks_shift_id_planned_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."planned_shifts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_asks" ADD CONSTRAINT "shift_asks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_asks" ADD CONSTRAINT "shift_asks_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_exchanges" ADD CONSTRAINT "shift_exchanges_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_exchanges" ADD CONSTRAINT "shift_exchanges_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_exchanges" ADD CONSTRAINT "shift_exchanges_shift_id_planned_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."planned_shifts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_exchanges" ADD CONSTRAINT "shift_exchanges_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_exchanges" ADD CONSTRAINT "shift_exchanges_for_shift_id_planned_shifts_id_fk" FOREIGN KEY ("for_shift_id") REFERENCES "public"."planned_shifts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_exchanges" ADD CONSTRAINT "shift_exchanges_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shift_asks_once" ON "shift_asks" USING btree ("shift_id","user_id");--> statement-breakpoint
CREATE INDEX "shift_asks_user" ON "shift_asks" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "shift_exchanges_open" ON "shift_exchanges" USING btree ("shift_id") WHERE "shift_exchanges"."state" in ('asked', 'waiting');--> statement-breakpoint
CREATE UNIQUE INDEX "shift_exchanges_open_for" ON "shift_exchanges" USING btree ("for_shift_id") WHERE "shift_exchanges"."state" in ('asked', 'waiting');--> statement-breakpoint
CREATE INDEX "shift_exchanges_shift" ON "shift_exchanges" USING btree ("shift_id");--> statement-breakpoint
CREATE INDEX "shift_exchanges_for_shift" ON "shift_exchanges" USING btree ("for_shift_id");--> statement-breakpoint
CREATE INDEX "shift_exchanges_from" ON "shift_exchanges" USING btree ("from_user_id") WHERE "shift_exchanges"."state" in ('asked', 'waiting');--> statement-breakpoint
CREATE INDEX "shift_exchanges_to" ON "shift_exchanges" USING btree ("to_user_id") WHERE "shift_exchanges"."state" in ('asked', 'waiting');--> statement-breakpoint
CREATE INDEX "shift_exchanges_waiting" ON "shift_exchanges" USING btree ("department_id") WHERE "shift_exchanges"."state" in ('waiting');