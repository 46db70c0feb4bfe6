CREATE TABLE "absence_shifts" (
	"absence_id" integer NOT NULL,
	"shift_id" integer NOT NULL,
	"shift_version" integer NOT NULL,
	CONSTRAINT "absence_shifts_absence_id_shift_id_pk" PRIMARY KEY("absence_id","shift_id")
);
--> statement-breakpoint
CREATE TABLE "absences" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "absences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"state" varchar(20) NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"start" varchar(5),
	"end" varchar(5),
	"start_time" timestamptz(3) NOT NULL,
	"end_time" timestamptz(3) NOT NULL,
	"note" varchar(500),
	"reason" varchar(500),
	"created_by" uuid NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "absences_kind" CHECK ("absences"."kind" in ('vacation', 'sick', 'unpaid', 'other')),
	CONSTRAINT "absences_state" CHECK ("absences"."state" in ('requested', 'approved', 'refused', 'cancelled')),
	CONSTRAINT "absences_days" CHECK ("absences"."to_date" >= "absences"."from_date" and "absences"."end_time" > "absences"."start_time"),
	CONSTRAINT "absences_part" CHECK (("absences"."start" is null) = ("absences"."end" is null) and ("absences"."start" is null or "absences"."from_date" = "absences"."to_date"))
);
--> statement-breakpoint
ALTER TABLE "absence_shifts" ADD CONSTRAINT "absence_shifts_absence_id_absences_id_fk" FOREIGN KEY ("absence_id") REFERENCES "public"."absences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absence_shifts" ADD CONSTRAINT "absence_shifts_shift_id_planned_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."planned_shifts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absence_shifts_shift" ON "absence_shifts" USING btree ("shift_id");--> statement-breakpoint
CREATE INDEX "absences_user" ON "absences" USING btree ("user_id","start_time");--> statement-breakpoint
CREATE INDEX "absences_held" ON "absences" USING btree ("end_time") WHERE "absences"."state" in ('requested', 'approved');