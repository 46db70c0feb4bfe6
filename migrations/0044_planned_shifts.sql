CREATE TABLE "planned_shifts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "planned_shifts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"department_id" integer NOT NULL,
	"user_id" uuid,
	"start_time" timestamptz(3) NOT NULL,
	"end_time" timestamptz(3) NOT NULL,
	"break_minutes" smallint DEFAULT 0 NOT NULL,
	"title" varchar(60),
	"note" varchar(500),
	"template_id" integer,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"removed_at" timestamptz(3),
	"published_user_id" uuid,
	"published_start_time" timestamptz(3),
	"published_end_time" timestamptz(3),
	"published_break_minutes" smallint,
	"published_title" varchar(60),
	"published_note" varchar(500),
	"published_template_id" integer,
	"published_at" timestamptz(3),
	"published_by" uuid,
	"published_version" integer,
	"asked_at" timestamptz(3),
	"asked_by" uuid,
	"ask_reason" varchar(500),
	"refused_at" timestamptz(3),
	"refusal" varchar(500),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "planned_shifts_order" CHECK ("planned_shifts"."end_time" > "planned_shifts"."start_time"),
	CONSTRAINT "planned_shifts_break" CHECK ("planned_shifts"."break_minutes" between 0 and 240),
	CONSTRAINT "planned_shifts_published" CHECK (("planned_shifts"."published_version" is null) = ("planned_shifts"."published_start_time" is null)
        and ("planned_shifts"."published_version" is null) = ("planned_shifts"."published_end_time" is null)
        and ("planned_shifts"."removed_at" is null or "planned_shifts"."published_version" is not null)),
	CONSTRAINT "planned_shifts_published_order" CHECK ("planned_shifts"."published_end_time" > "planned_shifts"."published_start_time")
);
--> statement-breakpoint
CREATE TABLE "shift_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shift_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"department_id" integer NOT NULL,
	"name" varchar(60) NOT NULL,
	"start" varchar(5) NOT NULL,
	"end" varchar(5) NOT NULL,
	"break_minutes" smallint DEFAULT 0 NOT NULL,
	"colour" varchar(20) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "shift_templates_break" CHECK ("shift_templates"."break_minutes" between 0 and 240),
	CONSTRAINT "shift_templates_colour" CHECK ("shift_templates"."colour" in ('blue', 'teal', 'green', 'amber', 'orange', 'red', 'pink', 'violet'))
);
--> statement-breakpoint
ALTER TABLE "planned_shifts" ADD CONSTRAINT "planned_shifts_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_shifts" ADD CONSTRAINT "planned_shifts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_shifts" ADD CONSTRAINT "planned_shifts_template_id_shift_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."shift_templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_shifts" ADD CONSTRAINT "planned_shifts_published_user_id_users_id_fk" FOREIGN KEY ("published_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_shifts" ADD CONSTRAINT "planned_shifts_published_template_id_shift_templates_id_fk" FOREIGN KEY ("published_template_id") REFERENCES "public"."shift_templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_shifts" ADD CONSTRAINT "planned_shifts_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_shifts" ADD CONSTRAINT "planned_shifts_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_templates" ADD CONSTRAINT "shift_templates_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "planned_shifts_department" ON "planned_shifts" USING btree ("department_id","start_time");--> statement-breakpoint
CREATE INDEX "planned_shifts_department_published" ON "planned_shifts" USING btree ("department_id","published_start_time");--> statement-breakpoint
CREATE INDEX "planned_shifts_user" ON "planned_shifts" USING btree ("user_id","start_time");--> statement-breakpoint
CREATE INDEX "planned_shifts_published_user" ON "planned_shifts" USING btree ("published_user_id","published_start_time");--> statement-breakpoint
CREATE INDEX "planned_shifts_ended" ON "planned_shifts" USING btree ("end_time");--> statement-breakpoint
CREATE INDEX "shift_templates_department" ON "shift_templates" USING btree ("department_id");