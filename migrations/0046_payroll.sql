CREATE TABLE "payroll_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payroll_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"approval_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"hash" varchar(22) NOT NULL,
	"personnel_number" varchar(20) NOT NULL,
	"first_name" varchar(100) NOT NULL,
	"last_name" varchar(100) NOT NULL,
	"department" varchar(100),
	"is_correction" boolean NOT NULL,
	"lines" jsonb NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "payroll_exports_approval" UNIQUE("approval_id")
);
--> statement-breakpoint
CREATE TABLE "payroll_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payroll_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"period" date NOT NULL,
	"period_end" date NOT NULL,
	"people" integer NOT NULL,
	"lines" integer NOT NULL,
	"corrections" integer NOT NULL,
	"minutes" integer NOT NULL,
	"wage_types" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wage_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wage_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" varchar(20) NOT NULL,
	"name" varchar(60) NOT NULL,
	"source" varchar(20) NOT NULL,
	"window_start" varchar(5),
	"window_end" varchar(5),
	"weekdays" smallint[] DEFAULT '{}' NOT NULL,
	"holidays" varchar(10) DEFAULT 'any' NOT NULL,
	"over_contract" boolean DEFAULT false NOT NULL,
	"department_id" integer,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "wage_types_code" UNIQUE("code"),
	CONSTRAINT "wage_types_window" CHECK (("wage_types"."window_start" is null) = ("wage_types"."window_end" is null))
);
--> statement-breakpoint
ALTER TABLE "payroll_exports" ADD CONSTRAINT "payroll_exports_run_id_payroll_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payroll_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payroll_exports" ADD CONSTRAINT "payroll_exports_approval_id_hours_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."hours_approvals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payroll_exports" ADD CONSTRAINT "payroll_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payroll_runs" ADD CONSTRAINT "payroll_runs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wage_types" ADD CONSTRAINT "wage_types_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payroll_exports_run" ON "payroll_exports" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "payroll_exports_person" ON "payroll_exports" USING btree ("user_id","period_start","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payroll_runs_period" ON "payroll_runs" USING btree ("period");--> statement-breakpoint
CREATE FUNCTION refuse_change_of_payroll() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'what payroll has received never changes' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "payroll_runs_stay" BEFORE UPDATE OR DELETE ON "payroll_runs" FOR EACH ROW EXECUTE FUNCTION refuse_change_of_payroll();
--> statement-breakpoint
CREATE TRIGGER "payroll_exports_stay" BEFORE UPDATE OR DELETE ON "payroll_exports" FOR EACH ROW EXECUTE FUNCTION refuse_change_of_payroll();
